// The players' page. Texts of users and of boards are inserted as text only; the SVG fragments from
// the server contain numbers and colours only.

const SVG = 'http://www.w3.org/2000/svg'
const LARGEST_ZOOM = 8
const LAYERS = ['below', 'free', 'claimed', 'markers']

const token = location.pathname.split('/')[1]
const $ = id => document.getElementById(id)

// Storage, which a browser may forbid

let storage = {}
try { storage = localStorage } catch { /* kept until the page is closed */ }
const remembered = key => storage[key] ?? ''
function remember(key, value) {
	if (value) storage[key] = value
	else delete storage[key]
}
const SEAT = `seat ${token}`
const WATCH = `watch ${token}`
const GAME = `game ${token}` // of the seat

const texts = {}
const languageLabel = $('language-choice')
const page = {
	language: remembered('language'),
	secret: remembered(SEAT),
	seat: null,
	version: '',
	board: '',
	table: null,
	owners: [], // by track: the number of the player, or negative
	own: null,
	run: '', // of the score keeper's app
	shown: null, // path and query of the panel
	details: '', // the answer that the panel shows
	choice: {}, // in the panel with a route
	entering: null, // the button of the panel whose entry was sent
	refused: '', // why an entry of the panel was refused
	emphasis: null, // tracks and places of a ticket or a number of the result
	tab: 'table',
	ending: {},
	result: null, // also after sharing was switched off
}
let picture = null

// Elements

function element(tag, properties = {}, ...children) {
	const made = document.createElement(tag)
	for (const [name, value] of Object.entries(properties)) {
		if (name.startsWith('aria') || name === 'role') made.setAttribute(name, value)
		else made[name] = value
	}
	made.append(...children.filter(child => child || child === 0))
	return made
}
const newButton = (className, onclick, ...children) => element('button', { className, onclick }, ...children)
const paragraph = (text, className = '') => element('p', { className }, text)
const muted = text => paragraph(text, 'muted')
const part = (className, ...children) => element('span', { className }, ...children)
const [span, small, bold, strong, td] = ['span', 'small', 'b', 'strong', 'td'].map(tag => (...children) => element(tag, {}, ...children))
const playerNamed = name => page.table?.players.find(player => player.name === name)
const setLabel = (node, text) => node.setAttribute('aria-label', text)
function drawn(tag, attributes = {}, ...children) {
	const made = document.createElementNS(SVG, tag)
	setAttributes(made, attributes)
	made.append(...children)
	return made
}
function setAttributes(node, attributes) {
	for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
}
const knownColors = new Set()
function addColors(text) {
	for (const [name, light, dark] of text.matchAll(/--c([0-9a-f]{6})([0-9a-f]{6})/g)) {
		if (knownColors.has(name)) continue
		knownColors.add(name)
		const [sheet] = document.styleSheets
		sheet.insertRule(`@media(prefers-color-scheme:dark){:root{${name}:#${dark}}}`)
		sheet.insertRule(`:root{${name}:#${light}}`)
	}
}
function setFragment(group, fragment) {
	group.innerHTML = fragment
}
function marker(player) {
	const svg = drawn('svg', { viewBox: '0 0 16 16', class: 'marker', 'aria-hidden': 'true' })
	setFragment(svg, player.marker)
	if (player.line !== player.fill) svg.style.stroke = player.line
	return svg
}
const onDisc = player => part('disc', marker(player))
const symbol = shape => drawn('svg', { viewBox: '0 0 24 24', 'aria-hidden': true }, shape)
const icon = name => symbol(drawn('use', { href: `#${name}` }))
function setText(node, text) {
	if (node.textContent !== text) node.textContent = text
}
const showText = (id, text) => setText($(id), text)
// Children by key, updated in place: an element that is replaced swallows the tap on it.
function keepChildren(parent, items, make, update) {
	const known = new Map([...parent.children].map(child => [child.dataset.key, child]))
	items.forEach((item, number) => {
		const key = item.id ?? item.name
		const child = known.get(key) ?? make(item)
		child.dataset.key = key
		if (parent.children[number] !== child) parent.insertBefore(child, parent.children[number] ?? null)
		update(child, item)
	})
	while (parent.children.length > items.length) parent.lastChild.remove()
}

// Children of a source, replaced only if it has changed.
function renew(parent, source, make) {
	const text = JSON.stringify(source)
	if (parent.dataset.source === text) return
	parent.dataset.source = text
	parent.replaceChildren(...make())
}

// Requests

function request(path, query, options) {
	const url = `/${token}/${path}?${new URLSearchParams({ lang: page.language, ...query })}`
	return fetch(url, { ...options, headers: { 'Content-Type': 'application/json', 'X-Seat': page.secret } })
}
async function get(path, query, signal) {
	const answer = await request(path, query, { signal })
	if (!answer.ok) throw Object.assign(new Error(path), { status: answer.status })
	const text = await answer.text()
	addColors(text)
	return JSON.parse(text)
}
async function post(path, value) {
	const sent = await request(path, {}, { method: 'POST', body: JSON.stringify(value) })
	return { status: sent.status, value: [400, 404].includes(sent.status) ? {} : await sent.json() }
}

// Sends until the score keeper's app answers; null if it is no longer wanted.
async function send(path, value, isWanted, explain) {
	while (isWanted()) {
		let answer = { value: { reason: 'lost' } }
		try {
			answer = await post(path, value())
		} catch { /* sent again below */ }
		const { reason, text } = answer.value
		if (!['asleep', 'lost', 'often'].includes(reason)) return answer
		explain(text ?? texts[reason])
		await pause(2000)
	}
	return null
}

const delay = milliseconds => new Promise(done => setTimeout(done, milliseconds))
let wakeUp = () => {}
function pause(milliseconds) {
	return new Promise(done => {
		const timer = setTimeout(done, milliseconds)
		wakeUp = () => { clearTimeout(timer); done() }
	})
}
document.onvisibilitychange = () => {
	if (document.hidden) return
	// The connection may have been lost while the phone was asleep, or another tab have taken a seat.
	if (page.secret !== remembered(SEAT)) page.version = ''
	page.secret = remembered(SEAT)
	polling.abort()
	wakeUp()
}
window.ononline = () => wakeUp()
window.onoffline = () => polling.abort(new Error('offline'))

// Following the game

let polling = new AbortController()
function pollAgain() {
	page.version = ''
	polling.abort()
	wakeUp()
}

async function follow() {
	let failures = 0
	let wasSwitchedOff = false
	for (;;) {
		polling = new AbortController()
		const timer = setTimeout(() => polling.abort(new Error('timeout')), page.pollTimeout)
		let wait = 0
		try {
			const answer = await get('table', { since: page.version, board: page.board, zoom: nameStep() }, polling.signal)
			wasSwitchedOff = !!answer.off
			if (answer.off) {
				page.version = ''
				notify(`${texts.off} ${texts.scanAgain}`)
				wait = 3000
			} else {
				failures = 0
				await apply(answer)
			}
		} catch (error) {
			if (error.name === 'AbortError') continue
			failures += error.message === 'offline' ? 2 : 1
			const isGone = error.status === 404
			const isOff = isGone || wasSwitchedOff
			// A wrong token is counted, so a page of an earlier game asks rarely.
			wait = isGone ? 60000 : Math.min(500 * 2 ** failures, 4000)
			if (failures > 1 || isOff) notify(`${isOff ? texts.off : texts.lost} ${texts.scanAgain}`)
		} finally {
			clearTimeout(timer)
		}
		if (wait) await pause(wait)
	}
}

const notify = text => showText('notice', text)
async function apply(answer) {
	page.version = answer.version
	if (page.secret && answer.seat === null) {
		page.secret = ''
		remember(SEAT, '')
		remember(WATCH, '')
		showSeats(remembered(GAME) === answer.ending?.game ? texts.removed : texts.newGame)
	}
	const seatChanged = page.seat !== answer.seat
	page.seat = answer.seat
	if (page.seat && !$('seats').hidden) openSeats(false)
	if (answer.ending) await applyEnding(answer.ending)
	if ('table' in answer) {
		const { table, own, run } = answer
		// What was undone is no longer confirmed.
		if (own?.takeBack && own.takeBack.id !== page.entered && page.own?.takeBack?.id === page.entered) say('')
		Object.assign(page, { table, own, run })
		if (table && answer.board !== page.board) {
			await loadBoard()
			return
		}
		if (table) updateBoard(answer)
		else page.board = ''
	}
	notify(page.table ? '' : texts.noGame)
	$('table').hidden = $('tabs').hidden = !page.table && !page.result
	if ('table' in answer || seatChanged) showTable()
	showTickets()
	document.body.dataset.version = page.version
	sendEntries()
}

// The board

async function loadBoard() {
	const made = await get('board')
	if (!made.id) return
	// After the app was restarted the same board has another id.
	if (picture?.background !== made.background) {
		closeDetails()
		view.zoom = 1
	}
	picture = made
	page.board = made.id
	page.version = ''
	$('table').hidden = false
	setFragment($('background'), made.background)
	for (const id of LAYERS) $(id).replaceChildren(...made.tracks.map(() => drawn('g', { class: 'track' })))
	$('places').replaceChildren(...made.placeNames.map(() => drawn('g')))
	const target = (tag, attributes, number) => drawn(tag, { ...attributes, role: 'button', tabindex: number ? -1 : 0 })
	$('touch').replaceChildren(...made.tracks.map(({ line }, number) =>
		target('polyline', { points: line, 'stroke-width': made.touchWidth }, number)))
	$('cities').replaceChildren(...made.cities.map(({ x, y, title }, number) =>
		target('circle', { cx: x, cy: y, r: made.touchWidth * 0.6, 'aria-label': title }, number)))
	page.owners = made.tracks.map(() => made.free)
	$('board').style.setProperty('--aspect', made.height / made.width)
	showNames([], -1)
	showView()
}

function updateBoard(answer) {
	for (const [number, [below, cars, mark, owner, label]] of Object.entries(answer.tracks ?? {})) {
		const fragments = owner < 0 ? [below, cars, '', mark] : [below, '', cars, mark]
		LAYERS.forEach((layer, each) => setFragment($(layer).children[number], fragments[each]))
		page.owners[number] = owner
		setLabel($('touch').children[number], label)
	}
	for (const [number, fragment] of Object.entries(answer.places ?? {})) {
		setFragment($('places').children[number], fragment)
	}
	if (answer.names) showNames(answer.names)
}

// Zooming and panning: the view is the visible part of the board.

const sideBySide = matchMedia('(min-width: 600px) and (min-aspect-ratio: 1/1)')
const view = { zoom: 1, x: 0, y: 0, perPixel: 1, width: 0, height: 0 }
let names = { step: -1, shown: [] }

const fontScale = () => isTelevision() ? innerWidth / 1150 : $('board').clientWidth > 800 ? 1.25 : 1
function nameStep() {
	if (!picture || !view.width) return 0
	const { step, largestStep } = picture.names
	const scale = picture.scale / view.perPixel / fontScale()
	return Math.min(Math.max(0, Math.floor(Math.log(scale) / Math.log(step))), largestStep)
}
function showView(zoom = view.zoom, anchorX = 0.5, anchorY = 0.5, dx = 0, dy = 0) {
	if (!picture) return
	const { clientWidth: width, clientHeight: height } = $('board')
	if (!width || !height) return
	// The point under the fingers stays there.
	const pointX = view.x + anchorX * view.width
	const pointY = view.y + anchorY * view.height
	view.zoom = Math.min(Math.max(zoom, 1), LARGEST_ZOOM)
	view.perPixel = Math.max(picture.width / width, picture.height / height) / view.zoom
	view.width = width * view.perPixel
	view.height = height * view.perPixel
	view.x = within(pointX - anchorX * view.width - dx * view.perPixel, view.width, picture.width)
	view.y = within(pointY - anchorY * view.height - dy * view.perPixel, view.height, picture.height)
	if (view.height >= picture.height && !sideBySide.matches) view.y = 0
	$('picture').setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.height}`)
	$('picture').classList.toggle('zoomed', view.zoom > 1)
	$('whole-board').hidden = view.zoom === 1
	if (view.zoom === 1) $('zoom').classList.toggle('row', view.width - picture.width < view.height - picture.height)
	placeNames()
}
// A board that is smaller than the view leaves room for the buttons at the right or lower edge.
function within(start, length, whole) {
	const spare = length - whole
	if (spare >= 0) return -Math.min(spare / 2, Math.max(0, spare - 60 * view.perPixel))
	return Math.min(Math.max(start, 0), -spare)
}

function showNames(shown, step = nameStep()) {
	names = { step, shown }
	document.body.dataset.names = 'placed'
	$('names').replaceChildren(...shown.map(([name]) => drawn('text', {}, name)))
	placeNames()
}
function placeNames() {
	const step = nameStep()
	if (names.step !== step && names.step !== -1) fetchNames(step)
	placeEnds()
	const per = view.perPixel * fontScale()
	const { font, halo, gap, height, baseline } = picture.names
	names.shown.forEach(([, x, y, width, sideX, sideY, clearance], number) => {
		const distance = clearance + gap * per
		const centerX = x + sideX * (width / 2 * per + (Math.abs(sideX) === 1 ? distance : 0))
		const centerY = y - sideY * (height / 2 * per + distance)
		setAttributes($('names').children[number], {
			x: centerX, y: centerY + baseline * per, 'font-size': font * per, 'stroke-width': 2 * halo * per,
			textLength: width * per, lengthAdjust: 'spacingAndGlyphs',
		})
	})
}
// The names at the ends of a shown ticket, for which the board may have no room.
function placeEnds() {
	const { font, halo } = picture.names
	const size = 1.1 * font * view.perPixel * fontScale()
	$('ends').replaceChildren()
	for (const number of page.emphasis?.places ?? []) {
		const place = $('places').children[number].getBBox()
		const text = drawn('text', { 'font-size': size, 'stroke-width': 3 * halo * view.perPixel }, picture.placeNames[number])
		$('ends').append(text)
		const half = text.getComputedTextLength() / 2
		setAttributes(text, {
			x: Math.min(Math.max(place.x + place.width / 2, view.x + half), view.x + view.width - half),
			y: place.y - size > view.y ? place.y - 0.3 * size : place.y + place.height + size,
		})
	}
}
async function fetchNames(step) {
	names.step = step
	document.body.dataset.names = ''
	try {
		showNames((await get('names', { zoom: step })).names, step)
	} catch { names.step = null /* fetched again later */ }
}

const pointers = new Map()
let hasMoved = false
function pinchOf() {
	const [one, other] = pointers.values()
	return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, size: Math.hypot(one.x - other.x, one.y - other.y) }
}
function zoomAt({ x, y }, factor, dx, dy) {
	const area = $('board').getBoundingClientRect()
	showView(view.zoom * factor, (x - area.left) / area.width, (y - area.top) / area.height, dx, dy)
}
$('picture').onpointerdown = ({ pointerId, x, y }) => {
	if (pointers.size === 0) hasMoved = false
	pointers.set(pointerId, { x, y, startX: x, startY: y })
}
$('picture').onpointermove = event => {
	const pointer = pointers.get(event.pointerId)
	if (!pointer) return
	const { x, y } = event
	const [dx, dy] = [x - pointer.x, y - pointer.y]
	if (pointers.size === 2) {
		const before = pinchOf()
		Object.assign(pointer, { x, y })
		const after = pinchOf()
		hasMoved = true
		zoomAt(before, after.size / Math.max(before.size, 1), after.x - before.x, after.y - before.y)
		return
	}
	if (!hasMoved) {
		if (Math.hypot(x - pointer.startX, y - pointer.startY) < 8) return
		event.target.setPointerCapture(event.pointerId)
		hasMoved = true
	}
	showView(view.zoom, 0.5, 0.5, dx, dy)
	Object.assign(pointer, { x, y })
}
window.onpointerup = window.onpointercancel = event => { pointers.delete(event.pointerId) }
$('board').onwheel = event => {
	if (sideBySide.matches && !event.ctrlKey) zoomAt(event, Math.exp(-event.deltaY / 400))
}
$('zoom-in').onclick = () => showView(view.zoom * 1.6)
$('zoom-out').onclick = () => showView(view.zoom / 1.6)
$('whole-board').onclick = () => { showView(1); $('zoom-in').focus() }
new ResizeObserver(() => {
	for (const id of ['header', 'tabs']) document.body.style.setProperty(`--${id}`, `${$(id).offsetHeight}px`)
	showView()
	fitScores()
}).observe($('board'))

// Routes

for (const [id, open] of [['touch', openRoute], ['cities', openCity]]) {
	const numberOf = target => [...$(id).children].indexOf(target)
	$(id).onclick = event => { if (!hasMoved) open(numberOf(event.target)) }
	$(id).onkeydown = event => {
		const number = numberOf(event.target)
		const count = $(id).childElementCount
		const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
		if (event.key === 'Enter' || event.key === ' ') open(number)
		else if (step) focusTarget(id, (number + step + count) % count)
		else return
		event.preventDefault()
	}
}
function focusTarget(id, number) {
	for (const target of $(id).querySelectorAll('[tabindex="0"]')) target.setAttribute('tabindex', -1)
	const target = $(id).children[number]
	target.setAttribute('tabindex', 0)
	target.focus({ preventScroll: true })
}
function openRoute(number) {
	const { route, id } = picture.tracks[number]
	page.choice = { track: Number(id.split('/').pop()) }
	openDetails({ path: 'route', id: route }, () => focusTarget('touch', number))
}
function openCity(number) {
	openDetails({ path: 'city', id: picture.cities[number].id }, () => focusTarget('cities', number))
}
function routeNodes(details) {
	const isOffered = track => details.canEnter && track.options?.length
	const nodes = details.tracks.some(isOffered) ? [] : [muted(details.status)]
	for (const track of details.tracks) {
		if (isOffered(track)) continue
		const owner = playerNamed(track.owner)
		const what = span(owner ? onDisc(owner) : swatch(track), track.facts, small(owner?.name ?? ''))
		nodes.push(element('div', { className: 'fact' }, what, bold(track.points)))
		for (const text of [...track.reminders ?? [], track.reason]) if (text) nodes.push(paragraph(text))
		if (track.doubling) nodes.push(doublingNode(track.doubling))
	}
	return details.canEnter ? [...nodes, ...claimNodes(details)] : nodes
}
const swatch = ({ color }) => element('span', { className: 'swatch', style: `background:${picture.colors[color]}` })
// A choice that is no longer possible is not replaced by another one.
function claimNodes(details) {
	const { choice } = page
	const tracks = details.tracks.filter(track => track.options?.length)
	if (!tracks.length) return []
	if (!choice.isShown && !tracks.some(each => each.track === choice.track)) choice.track = tracks[0].track
	choice.isShown = true
	const track = tracks.find(each => each.track === choice.track)
	const keyOf = option => JSON.stringify(option.double)
	const options = track?.options ?? []
	choice.double ??= options[0] && keyOf(options[0])
	const option = options.find(each => keyOf(each) === choice.double)
	const choose = change => {
		const { name } = document.activeElement
		Object.assign(choice, change)
		$('details-body').replaceChildren(...routeNodes(details))
		$('details-body').querySelector(`[name="${name}"]:checked`)?.focus()
	}
	const nodes = []
	if (tracks.length > 1 || !track) {
		nodes.push(choices('track', texts.track, tracks.map(each => ({
			checked: each === track, content: [span(swatch(each), each.name)],
			onchange: () => choose({ track: each.track, double: undefined }),
		}))))
	}
	if (track) {
		const trains = `${details.trains} → ${track.trainsAfter}`
		nodes.push(element('div', { className: 'fact plain' }, span(swatch(track), track.facts),
			part('trains', icon('trains'), trains)))
		for (const reminder of track.reminders) nodes.push(paragraph(reminder))
	}
	if (options.length > 1) {
		nodes.push(choices('option', details.title, options.map(each => ({
			checked: each === option, content: optionContent(each, track), onchange: () => choose({ double: keyOf(each) }),
		}))))
	}
	if (track?.obstacle) nodes.push(paragraph(track.obstacle))
	const event = option && { do: 'claim', route: page.shown.id, track: track.track, ...(option.double && { double: option.double }) }
	nodes.push(enterNode(texts.claim.replace('{points}', option?.points ?? ''), details.title, event))
	return nodes
}
function optionContent({ points, title, detail, spent }, { terrain }) {
	const cost = spent > 0 && element('span', { className: 'chip', style: terrainStyle(terrain) },
		terrainSign(terrain), bold(`−${spent}`))
	return [bold(points.replace('+', '')), span(title, small(detail), cost)]
}
function choices(name, label, options) {
	return element('div', { role: 'radiogroup', 'aria-label': label }, ...options.map(({ content, checked, onchange }) =>
		element('label', { className: 'choice' }, ...content, element('input', { type: 'radio', name, checked, onchange }))))
}
// The button that enters an event; its place also tells what became of it.
function enterNode(text, label, event) {
	const own = playerNamed(page.seat)
	const words = span(text)
	const button = element('button', {
		className: 'action enter', disabled: !event, style: `background:${page.own.fill};color:${page.own.text}`,
	}, onDisc(own), words)
	const notice = element('p', { role: 'alert', className: 'failed' }, page.refused)
	button.onclick = () => {
		button.disabled = true
		words.textContent = texts.sending
		page.entering = button
		enter(event, label, ({ entered, isWaiting }, said) => {
			if (page.entering !== button) return
			notice.textContent = page.refused = said
			if (entered) {
				words.textContent = entered
				setTimeout(() => { if (page.entering === button) closeDetails() }, 1200)
			} else if (!isWaiting) {
				page.entering = null
				page.details = ''
				refreshDetails()
			}
		})
	}
	return element('div', { className: 'pinned' }, notice, button)
}
function cityNodes({ reason, button }) {
	return [paragraph(reason), enterNode(button, button, !reason && { do: 'station', city: page.shown.id })]
}
function doublingNode({ title, options, obstacle }) {
	return element('div', {}, strong(title),
		...options.map(option => element('div', { className: 'choice' }, ...optionContent(option, {}))), obstacle)
}

// Scores

function openPlayer({ currentTarget: card }) {
	const { name } = card.dataset
	if (page.shown?.name === name) closeDetails()
	else openDetails({ path: 'player', name }, () => card.focus())
}
function playerNodes(details) {
	const rows = highlightRows(details.rows, null)
	const { takeBack } = page.shown.name === page.seat && page.own || {}
	const undo = () => { closeDetails(); takeBackEntry() }
	return [muted(details.summary), ...(takeBack ? [newButton('button', undo, `${texts.takeBack}: ${takeBack.text}`)] : []),
		...(rows.length ? rows : [paragraph(details.empty)])]
}
// A tap on a row highlights it, another tap all rows; a row that sums up a part opens that part.
function highlightRows(rows, whole, openPart) {
	const choose = (row, button) => {
		if (row.part) { openPart(row.part); return }
		const isChosen = page.emphasis !== row.highlight
		for (const each of buttons) each.setAttribute('aria-pressed', each === button && isChosen)
		page.emphasis = isChosen ? row.highlight : whole
		showHighlight()
	}
	const buttons = rows.map(row => element('button', {
		className: 'fact', 'aria-pressed': false, onclick: event => choose(row, event.currentTarget),
	}, span(row.title, small(row.detail)), element('b', { className: row.tone }, row.points)))
	return buttons
}

function showTable() {
	const { table } = page
	showText('title', table?.title ?? 'Railkeeper')
	$('title').disabled = !table
	showText('status', table?.status ?? '')
	document.title = table ? `${table.status} · ${table.title}` : 'Railkeeper'
	showText('banner', table?.banner ?? '')
	showMe()
	document.documentElement.className = isTelevision() ? 'tv' : ''
	showView()
	if (!table) {
		closeDetails()
		return
	}
	const entryNodes = ({ player, text, points }) => [onDisc(playerNamed(player)), span(text), bold(points)]
	$('last').hidden = !table.last
	renew($('last'), table.last, () => table.last ? entryNodes(table.last) : [])
	$('turn').replaceChildren(...table.players.filter(player => player.toMove).map(onDisc), table.turn)
	$('claims').replaceChildren(...table.claims.map(claim => element('li', {}, ...entryNodes(claim))))
	showPlayers()
	if (!$('seats').hidden) listSeats()
	else if (!page.secret && !remembered(WATCH) && !isTelevision()) showSeats('')
	refreshDetails()
	showHighlight()
	refreshHand()
}
function showPlayers() {
	const { players } = page.table
	const isOwn = player => player.name === page.seat
	const others = players.filter(player => !isOwn(player))
	$('players').dataset.count = others.length
	keepChildren($('own-player'), players.filter(isOwn), playerCard, updateCard)
	keepChildren($('players'), others, () => element('li', {}, playerCard()),
		(item, player) => updateCard(item.firstChild, player))
	showOwn()
}
const playerCard = () => newButton('player', openPlayer)
function updateCard(card, player) {
	const isOwn = player.name === page.seat
	const roles = [isOwn && texts.you, player.toMove && (isOwn ? texts.yourTurn : texts.toMove)].filter(Boolean)
	const facts = ['trains', 'stations', 'longest'].filter(id => player[id] !== null)
	card.dataset.name = player.name
	card.classList.toggle('to-move', player.toMove)
	card.classList.toggle('done', player.done)
	renew(card, [player, roles], () => [
		part('sign', marker(player)),
		part('name', strong(player.name), small(roles.join(' · '))),
		element('span', { className: 'facts', role: 'img', 'aria-label': player.pieces },
			...facts.map(id => span(icon(id), span(player[id])))),
		part('terrain', ...player.terrain.map(({ id, label, count, leads }) => element('span', {
			role: 'img', 'aria-label': label, style: leads ? terrainStyle(id) : '',
		}, terrainSign(id), bold(count)))),
		part('score', player.score),
	])
}
const terrainSign = id => symbol(drawn('polygon', { points: picture.terrain[id].sign, fill: 'currentColor' }))
const terrainStyle = id => `background:${picture.terrain[id].fill};color:${picture.terrain[id].text}`

// Entries of the own player

// Each is kept until it was answered, or read if it may not be in the log; after a reload it is
// sent again with its id, which is entered only once.
const ENTRY = `entry ${token} `
const SENDING_INTERVAL = 250 // milliseconds
const queue = Object.keys(storage).filter(key => key.startsWith(ENTRY))
	.map(key => JSON.parse(storage[key])).sort((one, other) => one.time - other.time)
function enter(event, label, answered) {
	const id = crypto.getRandomValues(new Uint32Array(3)).join('-')
	const entry = { game: page.ending.game, run: page.run, player: page.seat, id, event, label, time: Date.now() }
	remember(ENTRY + id, JSON.stringify(entry))
	queue.push({ ...entry, answered })
	showOwn()
	sendEntries()
}
let isSendingEntries = false
async function sendEntries() {
	if (isSendingEntries || !('game' in page.ending)) return
	isSendingEntries = true
	while (queue.length) {
		const [entry] = queue
		const { player, id } = entry
		const wait = text => {
			entry.isLate = true
			say(text)
			entry.answered?.({ isWaiting: true }, text)
			showOwn()
		}
		const started = Date.now()
		const answer = player !== page.seat ? { value: {} } :
			await send('entry', () => entry, () => true, wait)
		queue.shift()
		entryAnswered(entry, answer.value)
		if (!$(ENTRY + id)) remember(ENTRY + id)
		showOwn()
		await delay(started + SENDING_INTERVAL - Date.now())
	}
	isSendingEntries = false
}
function entryAnswered({ id, label, answered }, answer) {
	const { outcome, reason, text = '' } = answer
	let said = ''
	if (outcome === 'entered') say(text, id)
	else if (outcome === 'already') say(`${label}: ${texts.already}`)
	else if (reason === 'refused') {
		say(said = text)
		pollAgain()
	} else {
		said = `${label}: ${text || texts.notEntered}`
		say('')
		$('unsure-list').append(element('li', { id: ENTRY + id }, said))
	}
	answered?.(answer, said)
}
$('read').onclick = () => {
	for (const { id } of $('unsure-list').children) remember(id)
	$('unsure-list').replaceChildren()
}

let saidTimer
function say(text, id) {
	page.entered = id
	showText('said', text)
	clearTimeout(saidTimer)
	saidTimer = setTimeout(showText, 5000, 'said', '')
}

// Buttons of the own player, which stay in their places
function showOwn() {
	const { own } = page
	$('own').hidden = !own
	$('take-back').hidden = !own?.takeBack
	$('picture').classList.toggle('entering', !!own?.canEnter)
	if (!own) return
	$('own').style.borderColor = playerNamed(page.seat).line
	$('take-back').disabled = queue.length > 0
	setLabel($('take-back'), `${texts.takeBack}: ${own.takeBack?.text}`)
	showText('own-why', own.canEnter ? '' : own.why)
	const buttons = own.canEnter ? [...own.terrain, ...(own.next ? [{ id: '', text: own.next }] : [])] : []
	keepChildren($('own-buttons'), buttons, ({ id, text }) => {
		const button = newButton('', () => {
			if (!id) page.own.canNext = false
			enter(id ? { do: 'terrain', terrain: id, count: 1 } : { do: 'pass' }, text)
		})
		if (id) button.style = terrainStyle(id)
		return button
	}, (button, { id, text, label, count }) => {
		const waiting = queue.filter((entry, number) => entry.event.terrain === id && (number || entry.isLate)).length
		const said = id && waiting ? texts.waiting.replace('{count}', waiting) : text
		button.disabled = !(id ? own.canDraw : own.canNext)
		setLabel(button, label ?? text)
		renew(button, [said, count], () => [span(id ? terrainSign(id) : icon('next'), bold(count ?? '')), small(said)])
	})
}
async function takeBackEntry() {
	const id = page.own?.takeBack?.id
	const { game } = page.ending
	if (!id || $('take-back').disabled) return
	$('take-back').disabled = true
	const answer = await send('take-back', () => ({ game, id }), () => page.own?.takeBack?.id === id, say)
	if (answer) say(answer.value.text ?? texts.again)
	showOwn()
}
$('take-back').onclick = takeBackEntry

// The panel with a route, a player or the menu

let focusLater = () => {}
let shownDetails = 0
function openDetails(shown, back) {
	Object.assign(page, { shown, emphasis: null, details: '', entering: null, refused: '' })
	focusLater = back
	refreshDetails(true)
}
async function refreshDetails(isNew = false) {
	if (page.shown?.name && !playerNamed(page.shown.name)) closeDetails()
	const turn = ++shownDetails
	if (isNew) showHighlight()
	// The panel of an entry that was sent stays as it is.
	if (!page.shown || page.entering) return
	const { path, ...query } = page.shown
	try {
		const details = await get(path, query)
		const text = JSON.stringify(details)
		if (turn !== shownDetails || page.entering || text === page.details) return
		page.details = text
		page.emphasis = null
		showDetails(details.title, { route: routeNodes, city: cityNodes, player: playerNodes, rules: rulesNodes }[path](details), isNew)
	} catch { if (isNew && turn === shownDetails) closeDetails() }
}
function showDetails(title, nodes, isNew) {
	showText('details-title', title)
	$('details-body').replaceChildren(...nodes)
	$('details').hidden = false
	if (!isNew) return
	makeRoom()
	$('details-title').focus()
	// The second touch of a double tap on the board would hit a button of the panel.
	$('details-body').inert = true
	setTimeout(() => { $('details-body').inert = false }, 300)
}
function closeDetails() {
	shownDetails += 1
	const wasOpen = !$('details').hidden
	page.shown = page.emphasis = page.entering = null
	$('details').hidden = true
	makeRoom()
	if (picture && page.table) showHighlight()
	if (wasOpen) focusLater()
}
// The board ends above the panel. A route keeps its size and lies in the middle.
let viewBefore = null
function makeRoom() {
	const isOpen = !$('details').hidden && !sideBySide.matches
	if (!isOpen && !viewBefore) return
	if (isOpen) scrollTo(0, 0)
	viewBefore ??= { ...view, most: $('board').offsetHeight }
	const before = viewBefore
	const room = $('details').getBoundingClientRect().top - $('board').getBoundingClientRect().top
	const isCovered = isOpen && room < before.most
	$('board').style.height = isCovered ? `${Math.max(room, 0)}px` : ''
	$('board').classList.toggle('covered', isCovered)
	if (!isOpen) viewBefore = null
	if (!picture) return
	Object.assign(view, before)
	if (isOpen && page.shown?.path === 'route') {
		const { clientWidth, clientHeight } = $('board')
		showView(Math.max(picture.width / clientWidth, picture.height / clientHeight) / before.perPixel)
		const { x, y, width, height } = $('glow').getBBox()
		view.x = x + (width - view.width) / 2
		view.y = y + (height - view.height) / 2
	}
	showView()
}
window.onresize = makeRoom
$('close').onclick = closeDetails
window.onkeydown = event => { if (event.key === 'Escape') closeDetails() }

function showHighlight() {
	if (!picture) return
	const { emphasis } = page
	const tracks = emphasis?.tracks
	const { path, name, id } = page.shown ?? {}
	const owner = name ? page.table.players.indexOf(playerNamed(name)) : -9
	const isRoute = path === 'route'
	const on = (track, number) => tracks ? tracks.includes(track.id) : isRoute ? track.route === id : page.owners[number] === owner
	$('picture').classList.toggle('fading', !!(name || emphasis?.tracks.length))
	$('glow').replaceChildren()
	;[...$('places').children].forEach((place, number) => place.classList.toggle('ring', !!emphasis?.places.includes(number)))
	picture.tracks.forEach((track, number) => {
		for (const layer of LAYERS) $(layer).children[number].classList.toggle('on', on(track, number))
		if ((isRoute || tracks) && on(track, number)) $('glow').append(drawn('polyline', { points: track.line, 'stroke-width': picture.glowWidth }))
	})
	for (const row of document.querySelectorAll('#side .player')) row.setAttribute('aria-pressed', row.dataset.name === name)
	placeEnds()
}

// The end of the game: own tickets and the result

async function applyEnding(ending) {
	const before = page.ending
	page.ending = ending
	if (ending.game && ending.game !== hand.game) openHand(ending.game)
	if (!ending.result) {
		// A result stays after the game was closed, until another game is shown or it is resumed.
		if (page.result && ending.game) {
			page.result = null
			showTab('table')
		}
		return
	}
	page.result = await get('result')
	showResult()
	if (!before.result) showTab('result')
}

function showTab(tab) {
	closeDetails()
	page.tab = $('table').dataset.tab = tab
	for (const button of $('tabs').children) button.setAttribute('aria-current', button.dataset.tab === tab ? 'page' : 'false')
	scrollTo(0, 0)
	showTickets()
	showView()
}
$('counted').onclick = () => showTab('tickets')
$('board').onclick = () => { if (page.tab === 'result' && !sideBySide.matches) showTab('table') }
for (const button of $('tabs').children) button.onclick = () => showTab(button.dataset.tab)

// Own tickets

const hand = { game: '', cards: [], sent: '', shown: null }
function openHand(game) {
	remember(GAME, game)
	const cards = JSON.parse(remembered(`tickets ${game}`) || '[]')
	Object.assign(hand, { game, cards, sent: remembered(`sent ${game}`), shown: null })
	handInNotice = ''
}
function setHand(cards) {
	hand.cards = cards
	remember(`tickets ${hand.game}`, JSON.stringify(cards))
	refreshHand()
}
let evaluation = 0
async function refreshHand() {
	const turn = ++evaluation
	if (!hand.cards.length || !page.seat) hand.shown = null
	else {
		try {
			const answer = await post('hand', { tickets: hand.cards })
			if (turn !== evaluation) return
			if (answer.status === 200) hand.shown = answer.value
		} catch { /* shown as it was */ }
	}
	if (turn === evaluation) showTickets()
}
function showTickets() {
	const { ending } = page
	const { cards, shown } = hand
	const [, tickets, result] = $('tabs').children
	if (page.seat && cards.length) tickets.dataset.count = cards.length
	else delete tickets.dataset.count
	result.disabled = !page.result
	const listed = page.seat && shown?.tickets || []
	$('counted').hidden = !listed.length
	renew($('counted'), [listed, page.language], () => shown ? [
		strong(texts.myTickets, small(shown.summary)),
		...listed.map(ticket => part(tone(ticket), bold(ticket.points), span(ticket.title), tick(ticket)))] : [])
	if (page.tab !== 'tickets') return
	const now = ending.result ? null : shown
	showText('hand-title', now?.summary || texts.myTickets)
	showText('hand-total', now?.total ?? '')
	$('hand-total').className = { '+': 'completed', '−': 'failed' }[now?.total[0]] ?? ''
	showText('hand-notice', !page.seat ? texts.seatForTickets : now ? now.notice : ending.result ? '' : texts.onlyHere)
	$('add').hidden = $('search').hidden = $('found').hidden = $('hand-in-button').hidden = !page.seat || ending.result
	$('hand-in').hidden = !page.seat
	const isFull = cards.length >= ending.mostTickets
	$('search').disabled = isFull
	showText('add', isFull ? texts.mostTickets : texts.addTicket)
	renew($('hand'), [listed, ending.held, page.language], () => listed.map(ticketRow))
	const isSent = ending.receipt && hand.sent === JSON.stringify([ending.receipt, cards])
	const collecting = cards.length ? ending.receipt ? texts.changed : texts.collecting : `${texts.collecting} ${texts.firstAdd}`
	showText('hand-in-notice', handInNotice || (isSent && !ending.result ? texts.handedIn : ending.canHandIn ? collecting : ending.notice ?? ''))
	$('hand-in-button').disabled = !ending.canHandIn || !cards.length || !!isSent || isSending
}
const tone = ({ completed }) => completed ? 'completed' : 'failed'
const tick = ticket => icon(tone(ticket))
function ticketRow(ticket, number) {
	const { held } = page.ending
	const details = [ticket.walk, ...ticket.details, held && (isHeld(number) ? texts.counted : texts.notCounted)].filter(Boolean)
	const show = () => showEmphasis(ticket.title, [ticket.points, ...details].map(text => paragraph(text)), ticket.highlight)
	const open = newButton('ticket', show,
		part(`points ${tone(ticket)}`, ticket.points, tick(ticket)),
		part('what', strong(ticket.title),
			...details.map(detail => small(detail)),
			part('cars', ...Array.from({ length: ticket.spaces }, (_, space) =>
				element('i', { className: space < ticket.spaces - ticket.missing ? 'on' : '' })))))
	const remove = () => { setHand(hand.cards.filter((_, each) => each !== number)); $('search').focus() }
	return element('li', {}, open, held ? '' :
		element('button', { className: 'remove', 'aria-label': `${texts.remove}: ${ticket.title}`, onclick: remove }, icon('bin')))
}
// A card that exists twice is held as often as the player has it.
function isHeld(number) {
	const id = hand.cards[number]
	const count = cards => cards.filter(each => each === id).length
	return count(page.ending.held) > count(hand.cards.slice(0, number))
}
let searching = 0
$('search').oninput = async () => {
	const turn = ++searching
	const letters = $('search').value.trim()
	await delay(120)
	if (turn !== searching) return
	let cards = []
	try { if (letters) cards = (await get('search', { letters })).cards } catch { return }
	if (turn !== searching) return
	const free = cards.filter(card => !hand.cards.includes(card.id))
	$('found').replaceChildren(...free.map(foundCard), ...(letters && !free.length ? [element('li', { className: 'muted' }, texts.noTicket)] : []))
}
$('search').onkeydown = event => {
	if (event.key === 'Enter') $('found').querySelector('button')?.click()
}
function foundCard({ id, names, points }) {
	return element('li', {}, newButton('fact', () => {
		$('search').value = ''
		$('found').replaceChildren()
		setHand([...hand.cards, id])
		$('search').focus()
	}, span(...names.flatMap((name, number) => [number ? ' – ' : '', ...boldLetters(name)])), bold(points)))
}
const boldLetters = ([name, bold]) => [...name].map((letter, number) => bold[number] === '1' ? element('mark', {}, letter) : letter)

let handInNotice = ''
let isSending = false
$('hand-in-button').onclick = async () => {
	const { game, cards } = hand
	const explain = text => { handInNotice = text; showTickets() }
	isSending = true
	explain('')
	const answer = await send('hand-in', () => ({ game, tickets: cards, last: page.ending.receipt }),
		() => game === hand.game, explain)
	if (answer?.status === 200) {
		const sent = JSON.stringify([answer.value.receipt, cards])
		if (game === hand.game) hand.sent = sent
		remember(`sent ${game}`, sent)
		handInNotice = ''
	} else if (answer) handInNotice = answer.value.text ?? texts.again
	isSending = false
	pollAgain()
	showTickets()
}

// The result

function showResult() {
	const { title, why, score, winners, players, rows, below, message } = page.result
	showText('winner', title)
	showText('why', why)
	showText('winning-score', score)
	showText('copy-notice', '')
	showText('message', message)
	const known = players.map(playerNamed)
	const best = known.filter(player => player && winners.includes(player.name))
	$('winners').replaceChildren(...best.map(onDisc))
	$('outcome').style.color = best[0]?.fill ?? 'transparent'
	const parts = rows.slice(0, -1)
	const ownClass = name => name === page.seat ? 'own' : ''
	const cell = (row, number, ...more) => {
		const { points, caption } = row.cells[number]
		const name = players[number]
		return element('td', { className: ownClass(name) }, element('button', {
			'aria-label': `${row.title}, ${name}: ${points}`,
			onclick: event => openExplanation(row.part, name, event.currentTarget),
		}, points, caption && small(caption)), ...more)
	}
	const bars = (number, sign, height) => element('span', {
		className: 'bars', style: `color:${known[number]?.fill};border-color:${known[number]?.line};height:${height}`,
	}, ...parts.filter(row => sign * row.cells[number].share > 0).map(row =>
		element('i', { className: row.pattern, style: `height:${sign * row.cells[number].share}em` })))
	const columns = players.map((_, number) => cell(rows[parts.length], number,
		bars(number, 1, 'auto'), bars(number, -1, `${below}em`)))
	const names = players.map((name, number) => element('th', { className: ownClass(name) },
		known[number] ? marker(known[number]) : '', name))
	$('scores').replaceChildren(element('table', {},
		element('thead', {}, element('tr', { className: 'total' }, td(), ...columns), element('tr', {}, td(), ...names)),
		element('tbody', {}, ...parts.map(row => element('tr', {},
			element('th', { scope: 'row' }, element('i', { className: row.pattern }), row.title),
			...players.map((_, number) => cell(row, number)))))))
	fitScores()
}
// A label is above its numbers where there is no room beside them.
function fitScores() {
	const { classList } = $('scores')
	classList.remove('stacked')
	classList.toggle('stacked', $('scores').scrollWidth > $('scores').clientWidth)
}
// On plain HTTP a page has no clipboard; if copying fails, the text stays selected.
$('copy').onclick = () => {
	getSelection().selectAllChildren($('message'))
	const isCopied = document.execCommand('copy')
	showText('copy-notice', isCopied ? texts.copied : texts.copyByHand)
	if (isCopied) getSelection().removeAllRanges()
}
async function openExplanation(part, player, opener) {
	let explanation
	try { explanation = await get('explanation', { part, player }) } catch { return }
	const rows = highlightRows(explanation.rows, explanation.highlight, part => openExplanation(part, player, opener))
	showEmphasis(explanation.title, [muted(explanation.summary), ...rows], explanation.highlight, () => opener.focus())
}
function showEmphasis(title, nodes, highlight, back) {
	closeDetails()
	const { tab } = page
	if (!sideBySide.matches) showTab('table')
	page.emphasis = highlight
	focusLater = () => {
		if (tab !== page.tab) showTab(tab)
		back?.()
	}
	showHighlight()
	showDetails(title, nodes, true)
}

// The layout for a television: a large screen without a player

const large = matchMedia('(min-width: 1600px) and (min-aspect-ratio: 1/1)')
const isTelevision = () => large.matches && !page.seat && !remembered('phone layout')
large.onchange = showTable
$('code').onclick = () => { $('join').hidden = !$('join').hidden }
const choosePhoneLayout = choice => { remember('phone layout', choice); closeDetails(); showTable() }
$('to-phone').onclick = () => choosePhoneLayout('yes')

// Seat and language

function showMe() {
	const own = playerNamed(page.seat)
	$('me').hidden = false
	$('me').replaceChildren(own ? onDisc(own) : '', span(own?.name ?? texts.watching))
}
function rulesNodes({ parts }) {
	return parts.flatMap(({ title, lines, columns }) => {
		const rows = [0, 1].map(row => element('tr', {}, ...columns.map(column => td(column[row]))))
		return [element('h3', {}, title), ...lines.map(line => paragraph(line)), element('table', {}, ...rows)]
	})
}
$('title').onclick = () => openDetails({ path: 'rules' }, () => $('title').focus())
$('me').onclick = () => {
	openDetails(null, () => $('me').focus())
	const menuButton = (text, onclick) => newButton('button', onclick, text)
	const nodes = page.seat ? [paragraph(texts.otherSeat)] : [menuButton(texts.chooseSeat, () => showSeats(''))]
	if (!page.seat && large.matches) nodes.push(menuButton(texts.tvLayout, () => choosePhoneLayout('')))
	nodes.push(menuButton(texts.rules, $('title').onclick), languageChoice())
	showDetails(page.own?.title ?? texts.watching, nodes, true)
}
function languageChoice() {
	const [title, select] = languageLabel.children
	setText(title, texts.language)
	select.replaceChildren(...Object.entries(page.languages).map(([code, name]) =>
		element('option', { value: code, selected: code === page.language, lang: code }, name)))
	select.onchange = async () => {
		remember('language', select.value)
		page.language = select.value
		await loadTexts()
		page.board = ''
		pollAgain()
		if ($('seats').hidden) $('me').onclick()
	}
	return languageLabel
}
function showSeats(notice) {
	closeDetails()
	showText('seats-notice', notice)
	openSeats(true)
	listSeats()
	$('seats-title').focus()
}
function openSeats(isOpen) {
	$('seats').hidden = !isOpen
	for (const node of [$('header'), $('table'), $('tabs')]) node.inert = isOpen
	if (!isOpen) $('me').focus()
}
function listSeats() {
	showText('seats-board', page.table ? `Railkeeper · ${page.table.title}` : 'Railkeeper')
	keepChildren($('seat-list'), page.table?.players ?? [], ({ name }) => element('li', {},
		newButton('seat', () => takeSeat(name))), (item, player) => {
		const seat = item.firstChild
		seat.setAttribute('aria-disabled', player.joined !== '')
		renew(seat, player, () => [part('sign', marker(player)), span(player.name), small(player.joined)])
	})
	$('seats').append(languageChoice())
}
$('watch').onclick = () => { remember(WATCH, 'yes'); wanted = null; openSeats(false); showTable() }
let wanted = null
async function takeSeat(player) {
	if (wanted === player) return
	wanted = player
	const explain = text => showText('seats-notice', text)
	const answer = await send('seat', () => ({ player }), () => wanted === player, explain)
	if (!answer || wanted !== player) return
	wanted = null
	const { secret, text } = answer.value
	if (!secret) {
		explain(text ?? texts.again)
		return
	}
	page.secret = secret
	remember(SEAT, secret)
	openSeats(false)
	pollAgain()
}

async function loadTexts() {
	const answer = await get('texts')
	Object.assign(page, answer)
	Object.assign(texts, answer.texts)
	document.documentElement.lang = answer.language
	for (const node of document.querySelectorAll('[data-text]')) setText(node, texts[node.dataset.text])
	for (const node of document.querySelectorAll('[data-label]')) setLabel(node, texts[node.dataset.label])
	setLabel($('picture'), `${texts.board}. ${texts.boardHelp}`)
	const { width, path } = page.code
	$('join').firstElementChild.setAttribute('viewBox', `-4 -4 ${width + 8} ${width + 8}`)
	$('modules').setAttribute('d', path)
	$('title').title = texts.rules
}
function start() {
	loadTexts().then(follow, () => setTimeout(start, 2000))
}
start()
