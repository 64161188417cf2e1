// The guests' page. Texts of users and of boards are inserted as text only; the SVG fragments from
// the server contain numbers and colours only.

const SVG = 'http://www.w3.org/2000/svg'
const LARGEST_ZOOM = 8

const token = location.pathname.split('/')[1]
const $ = id => document.getElementById(id)

// Storage, which a browser may forbid

const memory = {}
function remembered(key) {
  try { return localStorage.getItem(key) ?? '' } catch { return memory[key] ?? '' }
}
function remember(key, value) {
  memory[key] = value
  try {
    if (value) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
  } catch { /* kept in memory */ }
}
const SEAT = `seat ${token}`
const WATCH = `watch ${token}`

const page = {
  language: remembered('language'),
  languages: {},
  texts: {},
  pollTimeout: 0, // milliseconds
  secret: remembered(SEAT),
  seat: null, // the player of this guest
  version: '',
  board: '', // the id of the board that is shown
  table: null,
  taken: [],
  owners: [], // by track: the number of the player, or negative
  player: null, // whose routes are shown
  route: null, // whose details are shown
  emphasis: null, // tracks and places of a ticket or of a number of the result
  ending: {}, // what this guest can do and see at the end of the game
  tab: 'table',
  result: null, // the last result, also after sharing was switched off
}
let picture = null

// Elements

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('aria') || name === 'role') made.setAttribute(name, value)
    else made[name] = value
  }
  made.append(...children.filter(child => child !== null && child !== ''))
  return made
}
function drawn(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}
const knownColors = new Set()
function addColors(text) {
  for (const [name, light, dark] of text.matchAll(/--c([0-9a-f]{6})([0-9a-f]{6})/g)) {
    if (knownColors.has(name)) continue
    knownColors.add(name)
    const sheet = document.styleSheets[document.styleSheets.length - 1]
    sheet.insertRule(`:root{${name}:#${light}}`, sheet.cssRules.length)
    sheet.insertRule(`@media(prefers-color-scheme:dark){:root{${name}:#${dark}}}`, sheet.cssRules.length)
  }
}
function setFragment(group, fragment) {
  addColors(fragment)
  group.innerHTML = fragment
}
function marker(player) {
  const svg = drawn('svg', { viewBox: '0 0 16 16', class: 'marker', 'aria-hidden': 'true' })
  setFragment(svg, player.marker)
  addColors(player.line)
  if (player.line !== player.fill) svg.style.stroke = player.line
  return svg
}
function onDisc(player) {
  return element('span', { className: 'disc' }, marker(player))
}
function icon(path) {
  const svg = drawn('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' })
  svg.append(drawn('path', { d: path }))
  return svg
}
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text
}

// Requests

async function request(path, query = {}, options = {}) {
  const url = `/${token}/${path}?${new URLSearchParams({ lang: page.language, ...query })}`
  const headers = { ...(page.secret && { 'X-Seat': page.secret }), ...options.headers }
  return fetch(url, { cache: 'no-store', ...options, headers })
}
async function get(path, query, signal) {
  const answer = await request(path, query, { signal })
  if (!answer.ok) throw Object.assign(new Error(path), { status: answer.status })
  return answer.json()
}
async function post(path, value) {
  const sent = await request(path, {}, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value),
  })
  return { status: sent.status, value: sent.status === 400 ? {} : await sent.json() }
}

// Sends again while the keeper's app cannot be reached; null if it is no longer wanted.
async function send(path, value, isWanted, explain) {
  for (;;) {
    let answer = { status: 0, value: { reason: 'lost' } }
    try {
      answer = await post(path, value())
    } catch { /* sent again below */ }
    const { reason } = answer.value
    if (reason !== 'asleep' && reason !== 'lost') return answer
    if (!isWanted()) return null
    explain(page.texts[reason])
    await pause(2000)
    if (!isWanted()) return null
  }
}

let wakeUp = () => {}
function pause(milliseconds) {
  return new Promise(done => {
    const timer = setTimeout(done, milliseconds)
    wakeUp = () => { clearTimeout(timer); done() }
  })
}
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return
  // The connection may have been lost while the phone was asleep.
  polling.abort()
  wakeUp()
})
addEventListener('online', () => wakeUp())
addEventListener('offline', () => polling.abort(new Error('offline')))

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
    const { signal } = polling
    const timer = setTimeout(() => polling.abort(new Error('timeout')), page.pollTimeout)
    let delay = 0
    try {
      const answer = await get('table', { since: page.version, board: page.board, zoom: nameStep() }, signal)
      if (answer.off) {
        wasSwitchedOff = true
        page.version = ''
        notify(`${page.texts.off} ${page.texts.scanAgain}`)
        delay = 3000
      } else {
        failures = 0
        wasSwitchedOff = false
        await apply(answer)
      }
    } catch (error) {
      if (error.name === 'AbortError') continue
      failures += error.message === 'offline' ? 2 : 1
      const isGone = error.status === 404
      // A wrong token is counted, so a page of an earlier game asks rarely.
      delay = isGone ? 60000 : Math.min(500 * 2 ** failures, 4000)
      const text = isGone || wasSwitchedOff ? page.texts.off : page.texts.lost
      if (failures > 1 || isGone || wasSwitchedOff) notify(`${text} ${page.texts.scanAgain}`)
    } finally {
      clearTimeout(timer)
    }
    if (delay) await pause(delay)
  }
}

function notify(text) {
  setText($('notice'), text)
  document.body.dataset.connected = text === '' || text === page.texts.noGame
}

async function apply(answer) {
  page.version = answer.version
  if (page.secret && answer.seat === null) {
    page.secret = ''
    remember(SEAT, '')
    remember(WATCH, '')
    showSeats(page.texts.removed)
  }
  const seatChanged = page.seat !== answer.seat
  page.seat = answer.seat
  if (answer.ending) await applyEnding(answer.ending)
  if ('table' in answer) {
    page.table = answer.table
    page.taken = answer.taken ?? []
    if (answer.table && answer.board !== page.board) {
      await loadBoard()
      return
    }
    if (answer.table) updateBoard(answer)
    else page.board = ''
  }
  notify(page.table ? '' : page.texts.noGame)
  $('table').hidden = $('tabs').hidden = !page.table && !page.result
  if ('table' in answer || seatChanged) showTable()
  showTickets()
  document.body.dataset.version = page.version
}

// The board

async function loadBoard() {
  const made = await get('board')
  if (!made.id) return
  picture = made
  page.board = made.id
  page.version = ''
  $('table').hidden = false
  setFragment($('background'), made.background)
  for (const id of ['glow', 'below', 'free', 'claimed', 'markers', 'places', 'names', 'touch']) {
    $(id).replaceChildren()
  }
  for (const id of ['below', 'free', 'claimed', 'markers']) {
    $(id).append(...made.tracks.map(() => drawn('g', { class: 'track' })))
  }
  $('places').append(...Array.from({ length: made.places }, () => drawn('g')))
  $('touch').append(...made.tracks.map(track => drawn('polyline', {
    points: track.line, 'stroke-width': made.touchWidth, role: 'button', tabindex: -1,
  })))
  for (const { fill, line, text } of Object.values(made.terrain)) addColors(fill + line + text)
  addColors(Object.values(made.colors).join())
  made.order = made.tracks.map((_, track) => track)
    .sort((one, other) => made.tracks[one].title.localeCompare(made.tracks[other].title))
  $('touch').children[made.order[0]].setAttribute('tabindex', 0)
  page.owners = made.tracks.map(() => made.free)
  $('board').style.setProperty('--aspect', made.height / made.width)
  $('board').classList.toggle('wide', made.width > made.height)
  view.zoom = 1
  showView()
}

function updateBoard(answer) {
  for (const [number, [below, cars, mark, owner]] of Object.entries(answer.tracks ?? {})) {
    setFragment($('below').children[number], below)
    setFragment($('free').children[number], owner < 0 ? cars : '')
    setFragment($('claimed').children[number], owner < 0 ? '' : cars)
    setFragment($('markers').children[number], mark)
    page.owners[number] = owner
  }
  for (const [number, fragment] of Object.entries(answer.places ?? {})) {
    setFragment($('places').children[number], fragment)
  }
  if (answer.names) showNames(answer.names)
  picture.tracks.forEach((track, number) => {
    const owner = page.owners[number]
    const owned = owner >= 0 ? page.table.players[owner].name : owner === picture.free ? page.texts.free : page.texts.closed
    $('touch').children[number].setAttribute('aria-label', `${track.title}, ${track.facts}, ${owned}`)
  })
}

// Zooming and panning: the view is the visible part of the board.

const sideBySide = matchMedia('(min-width: 600px) and (min-aspect-ratio: 1/1)')
const view = { zoom: 1, x: 0, y: 0, perPixel: 1, width: 0, height: 0 }
let names = { step: -1, shown: [] }

function fontScale() {
  return $('board').clientWidth > 800 ? 1.25 : 1
}
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
  // The space below the board is for the buttons.
  if (view.height >= picture.height && !sideBySide.matches) view.y = 0
  $('picture').setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.height}`)
  $('picture').classList.toggle('zoomed', view.zoom > 1)
  $('whole-board').hidden = view.zoom === 1
  placeNames()
  if (view.zoom === 1) placeZoomButtons()
}
// In the corner where they cover the fewest tracks and names.
function placeZoomButtons() {
  const { clientWidth: width, clientHeight: height } = $('board')
  const across = $('zoom').offsetWidth + 24
  const down = $('zoom').offsetHeight + 12
  const points = [...picture.tracks.flatMap(track => track.line.split(' ').map(point => point.split(','))),
    ...[...$('names').children].flatMap(name => Array(9).fill([name.getAttribute('x'), name.getAttribute('y')]))]
    .map(([x, y]) => [(x - view.x) / view.perPixel, (y - view.y) / view.perPixel])
  const [best] = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([left, top]) => ({
    left, top,
    covered: points.filter(([x, y]) => (left ? x < across : x > width - across) && (top ? y < down : y > height - down)).length,
  })).sort((one, other) => one.covered - other.covered)
  $('zoom').classList.toggle('left', best.left)
  $('zoom').classList.toggle('top', best.top)
}
function within(start, length, whole) {
  if (length >= whole) return (whole - length) / 2
  return Math.min(Math.max(start, 0), whole - length)
}

function showNames(shown, step = nameStep()) {
  names = { step, shown }
  $('names').replaceChildren(...shown.map(([name]) => {
    const text = drawn('text')
    text.textContent = name
    return text
  }))
  placeNames()
  if (view.zoom === 1) placeZoomButtons()
}
function placeNames() {
  const step = nameStep()
  if (names.step !== step && names.step !== -1) fetchNames(step)
  document.body.dataset.names = names.step === step ? 'placed' : ''
  const per = view.perPixel * fontScale()
  const { font, halo, gap, height, baseline } = picture.names
  names.shown.forEach(([, x, y, width, sideX, sideY, clearance], number) => {
    const distance = clearance + gap * per
    const centerX = x + sideX * (width / 2 * per + (Math.abs(sideX) === 1 ? distance : 0))
    const centerY = y - sideY * (height / 2 * per + distance)
    const text = $('names').children[number]
    text.setAttribute('x', centerX)
    text.setAttribute('y', centerY + baseline * per)
    text.setAttribute('font-size', font * per)
    text.setAttribute('stroke-width', 2 * halo * per)
    text.setAttribute('textLength', width * per)
    text.setAttribute('lengthAdjust', 'spacingAndGlyphs')
  })
}
let fetching = false
async function fetchNames(step) {
  if (fetching) return
  fetching = true
  try {
    const answer = await get('names', { zoom: step })
    showNames(answer.names, step)
  } catch { /* the names stay as they are */ } finally {
    fetching = false
  }
  if (nameStep() !== step) placeNames()
}

const pointers = new Map()
let hasMoved = false
function pinchOf() {
  const [one, other] = [...pointers.values()]
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, size: Math.hypot(one.x - other.x, one.y - other.y) }
}
$('picture').addEventListener('pointerdown', event => {
  if (pointers.size === 0) hasMoved = false
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY })
})
$('picture').addEventListener('pointermove', event => {
  const pointer = pointers.get(event.pointerId)
  if (!pointer) return
  const area = $('board').getBoundingClientRect()
  if (pointers.size === 2) {
    const before = pinchOf()
    pointer.x = event.clientX
    pointer.y = event.clientY
    const after = pinchOf()
    hasMoved = true
    const x = (before.x - area.left) / area.width
    const y = (before.y - area.top) / area.height
    showView(view.zoom * after.size / Math.max(before.size, 1), x, y, after.x - before.x, after.y - before.y)
    return
  }
  const moved = Math.hypot(event.clientX - pointer.startX, event.clientY - pointer.startY)
  if (!hasMoved && moved < 8) return
  if (!hasMoved) event.target.setPointerCapture(event.pointerId)
  hasMoved = true
  showView(view.zoom, 0.5, 0.5, event.clientX - pointer.x, event.clientY - pointer.y)
  pointer.x = event.clientX
  pointer.y = event.clientY
})
for (const name of ['pointerup', 'pointercancel']) {
  addEventListener(name, event => pointers.delete(event.pointerId))
}
$('board').addEventListener('wheel', event => {
  if (!event.ctrlKey && document.documentElement.scrollHeight > innerHeight) return
  event.preventDefault()
  const area = $('board').getBoundingClientRect()
  const factor = Math.exp(-event.deltaY / 400)
  showView(view.zoom * factor, (event.clientX - area.left) / area.width, (event.clientY - area.top) / area.height)
}, { passive: false })
$('zoom-in').onclick = () => showView(view.zoom * 1.6)
$('zoom-out').onclick = () => showView(view.zoom / 1.6)
$('whole-board').onclick = () => { showView(1); $('zoom-in').focus() }
new ResizeObserver(() => {
  document.body.style.setProperty('--header', `${document.querySelector('header').offsetHeight}px`)
  showView()
}).observe($('board'))

// Routes

function trackOf(target) {
  return [...$('touch').children].indexOf(target)
}
$('touch').addEventListener('click', event => {
  if (!hasMoved) openRoute(trackOf(event.target))
})
$('touch').addEventListener('keydown', event => {
  const track = trackOf(event.target)
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (event.key === 'Enter' || event.key === ' ') openRoute(track)
  else if (step) focusTrack(picture.order[(picture.order.indexOf(track) + step + picture.order.length) % picture.order.length])
  else return
  event.preventDefault()
})
function focusTrack(track) {
  for (const line of $('touch').querySelectorAll('[tabindex="0"]')) line.setAttribute('tabindex', -1)
  const line = $('touch').children[track]
  line.setAttribute('tabindex', 0)
  line.focus({ preventScroll: true })
}
function openRoute(track) {
  if (track < 0) return
  page.player = null
  page.route = picture.tracks[track].route
  focusLater = () => focusTrack(track)
  refreshDetails(true)
}
function routeNodes(details) {
  const owners = Object.fromEntries(page.table.players.map(player => [player.name, player]))
  const nodes = [element('p', { className: 'muted' }, details.status)]
  for (const track of details.tracks) {
    const swatch = element('span', { className: 'swatch' })
    swatch.style.background = picture.colors[track.color]
    const what = element('span', {}, swatch, track.facts)
    if (track.owner) what.append(element('small', {}, track.owner))
    nodes.push(element('div', { className: 'fact' }, what, element('b', {}, track.points)))
    if (track.owner && owners[track.owner]) what.firstChild.replaceWith(onDisc(owners[track.owner]), ' ')
    for (const reminder of track.reminders ?? []) nodes.push(element('p', {}, reminder))
    if (track.reason) nodes.push(element('p', {}, track.reason))
    if (track.doubling) nodes.push(doublingNode(track.doubling))
  }
  return nodes
}
function doublingNode({ title, options, obstacle }) {
  return element('div', { className: 'options' }, element('strong', {}, title),
    ...options.map(option => element('div', { className: 'fact' },
      element('span', {}, option.title, element('small', {}, option.detail)), element('b', {}, option.points))),
    obstacle ? element('p', {}, obstacle) : null)
}

// Scores

function openPlayer(name) {
  if (page.player === name) {
    closeDetails()
    return
  }
  page.player = name
  page.route = null
  focusLater = () => [...$('players').querySelectorAll('button')].find(row => row.dataset.name === name)?.focus()
  refreshDetails(true)
}
function playerNodes(details) {
  const rows = highlightRows(details.rows, null)
  return [element('p', { className: 'muted' }, details.summary),
    ...(rows.length ? rows : [element('p', {}, details.empty)])]
}
// A tap on a row highlights it, another tap all rows; a row that sums up a part opens that part.
function highlightRows(rows, whole, openPart) {
  const buttons = rows.map(row => {
    const button = element('button', { type: 'button', className: 'fact', 'aria-pressed': false },
      element('span', {}, row.title, element('small', {}, row.detail)), element('b', { className: row.tone }, row.points))
    button.onclick = () => {
      if (row.part) { openPart(row.part); return }
      const chosen = button.getAttribute('aria-pressed') === 'false'
      for (const each of buttons) each.setAttribute('aria-pressed', each === button && chosen)
      page.emphasis = chosen ? row.highlight : whole
      showHighlight()
    }
    return button
  })
  return buttons
}

function showTable() {
  const { table, texts } = page
  setText($('title'), table?.title ?? 'Railkeeper')
  setText($('status'), table?.status ?? '')
  document.title = table ? `${table.status} · ${table.title}` : 'Railkeeper'
  $('banner').hidden = !table?.banner
  setText($('banner'), table?.banner ?? '')
  showMe()
  if (!table) {
    closeDetails()
    return
  }
  const last = table.last
  const lastPlayer = last && table.players.find(player => player.name === last.player)
  $('last').hidden = !last
  const lastText = last ? `${last.text} ${last.points}` : ''
  if ($('last').dataset.text !== lastText) {
    $('last').dataset.text = lastText
    $('last').replaceChildren(...(last ? [onDisc(lastPlayer), element('span', {}, last.text), element('b', {}, last.points)] : []))
  }
  const focused = document.activeElement?.dataset?.name
  $('players').replaceChildren(...table.players.map(playerRow))
  if (focused) [...$('players').querySelectorAll('button')].find(row => row.dataset.name === focused)?.focus()
  if (!$('seats').hidden) listSeats()
  else if (!page.secret && !remembered(WATCH)) showSeats('')
  refreshDetails(false)
  showHighlight()
  refreshHand()
}
function playerRow(player) {
  const { texts } = page
  const pieces = element('small', {}, player.pieces)
  if (player.toMove) pieces.append(` · ${texts.toMove}`)
  if (player.longest) {
    pieces.append(' · ', element('span', { className: 'longest', role: 'img', 'aria-label': `${texts.longest}: ${player.longest}` },
      icon('M6 17l3-8 6 6 3-8'), `${player.longest}`))
  }
  const terrain = element('span', { className: 'terrain' }, ...player.terrain.map(terrainChip))
  const row = element('button', { type: 'button', className: 'player', 'aria-pressed': page.player === player.name },
    marker(player),
    element('span', { className: 'who' },
      element('span', { className: 'name' }, element('strong', {}, player.name),
        player.name === page.seat ? element('span', { className: 'muted' }, texts.you) : null),
      pieces),
    player.terrain.length ? terrain : null,
    element('span', { className: 'score' }, player.score))
  row.classList.toggle('to-move', player.toMove)
  row.classList.toggle('done', player.done)
  row.dataset.name = player.name
  row.onclick = () => openPlayer(player.name)
  return element('li', {}, row)
}
function terrainChip({ id, name, count, leads }) {
  const { sign, fill, line, text } = picture.terrain[id]
  const label = `${name}: ${count}${leads ? ` (${page.texts.leads})` : ''}`
  const chip = element('span', { role: 'img', 'aria-label': label, title: name })
  const svg = drawn('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' })
  svg.append(drawn('polygon', { points: sign }))
  chip.append(svg, `${count}`)
  if (count) Object.assign(chip.style, { background: fill, borderColor: line, color: text })
  chip.classList.toggle('leads', leads)
  return chip
}

// The panel with a route, a player or the menu

let focusLater = () => {}
let shownDetails = 0
async function refreshDetails(isNew) {
  const { route, player } = page
  if (player !== null && !page.table.players.some(each => each.name === player)) closeDetails()
  if (route === null && player === null) return
  page.emphasis = null
  if (isNew) showHighlight()
  const turn = ++shownDetails
  try {
    const details = route ? await get('route', { id: route }) : await get('player', { name: player })
    if (turn === shownDetails) showDetails(details.title, route ? routeNodes(details) : playerNodes(details), isNew)
  } catch { if (isNew && turn === shownDetails) closeDetails() }
}
function showDetails(title, nodes, isNew) {
  setText($('details-title'), title)
  $('details-body').replaceChildren(...nodes)
  $('details').hidden = false
  if (isNew) $('details-title').focus()
}
function closeDetails() {
  shownDetails += 1
  const wasOpen = !$('details').hidden
  page.player = page.route = page.emphasis = null
  $('details').hidden = true
  if (picture && page.table) showHighlight()
  if (wasOpen) focusLater()
}
$('close').onclick = closeDetails
addEventListener('keydown', event => { if (event.key === 'Escape') closeDetails() })

function showHighlight() {
  if (!picture) return
  const { emphasis } = page
  const tracks = emphasis?.tracks
  const owner = page.player === null ? -9 : page.table?.players.findIndex(each => each.name === page.player)
  const on = (track, number) => tracks ? tracks.includes(track.id) : page.owners[number] === owner
  const glows = (track, number) => page.route ? track.route === page.route : tracks && on(track, number)
  $('picture').classList.toggle('fading', page.player !== null || Boolean(emphasis?.tracks.length))
  $('glow').replaceChildren()
  ;[...$('places').children].forEach((place, number) => place.classList.toggle('ring', emphasis?.places.includes(number) ?? false))
  picture.tracks.forEach((track, number) => {
    for (const id of ['below', 'free', 'claimed', 'markers']) $(id).children[number].classList.toggle('on', on(track, number))
    if (glows(track, number)) $('glow').append(drawn('polyline', { points: track.line, 'stroke-width': picture.glowWidth }))
  })
  for (const row of $('players').querySelectorAll('button')) row.setAttribute('aria-pressed', row.dataset.name === page.player)
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
  page.result = { ...await get('result'), game: ending.game }
  showResult()
  if (!before.result) showTab('result')
}

function showTab(tab) {
  closeDetails()
  page.tab = tab
  $('table').dataset.tab = tab
  for (const button of $('tabs').children) button.setAttribute('aria-current', button.dataset.tab === tab ? 'page' : 'false')
  scrollTo(0, 0)
  showTickets()
  showView()
}
for (const button of $('tabs').children) button.onclick = () => showTab(button.dataset.tab)

// Own tickets, which only this browser keeps

const hand = { game: '', cards: [], sent: '', shown: null }
function openHand(game) {
  let cards = []
  try { cards = JSON.parse(remembered(`tickets ${game}`) || '[]') } catch { /* damaged */ }
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
  const { texts, ending } = page
  const [, tickets, result] = $('tabs').children
  tickets.dataset.count = hand.cards.length || ''
  result.disabled = !page.result
  if (page.tab !== 'tickets') return
  const shown = hand.shown
  const now = ending.result ? null : shown
  setText($('hand-title'), now?.summary || texts.myTickets)
  setText($('hand-total'), now?.total ?? '')
  setText($('hand-notice'), !page.seat ? texts.seatForTickets : now ? texts.ifOver : ending.result ? '' : texts.onlyHere)
  $('search').hidden = $('found').hidden = $('hand-in').hidden = !page.seat || ending.result
  const isFull = hand.cards.length >= ending.mostTickets
  $('search').disabled = isFull
  $('search').placeholder = isFull ? texts.mostTickets : texts.addTicket
  const rows = page.seat && shown ? shown.tickets.map(ticketRow) : []
  $('hand').replaceChildren(...rows)
  const isSent = ending.receipt && hand.sent === JSON.stringify([ending.receipt, hand.cards])
  setText($('hand-in-notice'), handInNotice ||
    (isSent ? texts.handedIn : ending.receipt ? texts.changed : ending.canHandIn ? '' : texts.opensLater))
  setText($('hand-in-button'), texts.handIn)
  $('hand-in-button').disabled = !ending.canHandIn || !hand.cards.length || Boolean(isSent) || isSending
}
function ticketRow(ticket, number) {
  const { texts } = page
  const { held } = page.ending // only with the result
  const details = [ticket.walk, ...ticket.details, held ? (isHeld(number) ? texts.counted : texts.notCounted) : '']
  const open = element('button', { type: 'button', className: 'ticket' },
    element('span', { className: `points ${ticket.completed ? 'completed' : 'failed'}` }, ticket.points,
      icon(ticket.completed ? 'M5 12l5 5 9-10' : 'M3 12h5M16 12h5')),
    element('span', { className: 'what' }, element('strong', {}, ticket.title),
      ...details.filter(Boolean).map(detail => element('small', {}, detail))))
  open.onclick = () => {
    if (document.body.clientWidth < 600 || innerHeight > innerWidth) showTab('table')
    showEmphasis(ticket.title, [element('p', {}, ticket.points), ...details.filter(Boolean).map(detail => element('p', {}, detail))],
      ticket.highlight, () => showTab('tickets'))
  }
  const remove = element('button', { type: 'button', className: 'remove', 'aria-label': `${texts.remove}: ${ticket.title}` }, icon('M6 6l12 12M6 18L18 6'))
  remove.onclick = () => { setHand(hand.cards.filter((_, each) => each !== number)); $('search').focus() }
  return element('li', {}, open, held ? '' : remove)
}
// A card that exists twice is held as often as the player has it.
function isHeld(number) {
  const id = hand.cards[number]
  const count = cards => cards.filter(each => each === id).length
  return count(page.ending.held) > count(hand.cards.slice(0, number))
}
let searching = 0
$('search').addEventListener('input', async () => {
  const turn = ++searching
  const letters = $('search').value.trim()
  await new Promise(done => setTimeout(done, 120))
  if (turn !== searching) return
  let cards = []
  try { if (letters) cards = (await get('search', { letters })).cards } catch { return }
  if (turn !== searching) return
  const free = cards.filter(card => !hand.cards.includes(card.id))
  $('found').replaceChildren(...free.map(foundCard), ...(letters && !free.length ? [element('li', { className: 'muted' }, page.texts.noTicket)] : []))
})
$('search').addEventListener('keydown', event => {
  if (event.key === 'Enter') $('found').querySelector('button')?.click()
})
function foundCard({ id, names, points }) {
  const add = element('button', { type: 'button', className: 'fact' },
    element('span', {}, ...names.flatMap((name, number) => [...(number ? [' – '] : []), ...boldLetters(name)])), element('b', {}, points))
  add.onclick = () => {
    $('search').value = ''
    $('found').replaceChildren()
    setHand([...hand.cards, id])
    $('search').focus()
  }
  return element('li', {}, add)
}
function boldLetters([name, bold]) {
  return [...name].map((letter, number) => bold[number] === '1' ? element('mark', {}, letter) : letter)
}

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
  } else if (answer) handInNotice = answer.value.text ?? page.texts.again
  isSending = false
  pollAgain()
  showTickets()
}

// The result

function showResult() {
  const { result } = page
  setText($('winner'), result.title)
  setText($('why'), result.why)
  setText($('winning-score'), result.score)
  const players = Object.fromEntries((page.table?.players ?? []).map(player => [player.name, player]))
  const names = element('tr', {}, element('td'), ...result.players.map(name =>
    element('th', { scope: 'col' }, players[name] ? marker(players[name]) : '', element('span', {}, name))))
  const rows = result.rows.map(row => element('tr', { className: row.part === 'total' ? 'total' : '' },
    element('th', { scope: 'row' }, row.title),
    ...row.cells.map((cell, number) => {
      const name = result.players[number]
      const button = element('button', { type: 'button', 'aria-label': `${row.title}, ${name}: ${cell.points}` },
        cell.points, cell.caption ? element('small', {}, cell.caption) : null)
      button.onclick = () => openExplanation(row.part, name, button)
      return element('td', {}, button)
    })))
  $('scores').replaceChildren(element('table', {}, element('thead', {}, names), element('tbody', {}, ...rows)))
  setText($('message-title'), page.texts.share)
  setText($('message'), result.message)
}
async function openExplanation(part, player, opener) {
  let explanation
  try { explanation = await get('explanation', { part, player }) } catch { return }
  const rows = highlightRows(explanation.rows, explanation.highlight, part => openExplanation(part, player, opener))
  showEmphasis(explanation.title, [element('p', { className: 'muted' }, explanation.summary), ...rows], explanation.highlight, () => opener.focus())
}
function showEmphasis(title, nodes, highlight, back) {
  closeDetails()
  page.emphasis = highlight
  focusLater = back
  showHighlight()
  showDetails(title, nodes, true)
  scrollTo(0, 0)
}

// Seat and language

function showMe() {
  const own = page.table?.players.find(player => player.name === page.seat)
  $('me').hidden = false
  $('me').replaceChildren(...(own ? [onDisc(own)] : []), element('span', {}, own ? own.name : page.texts.watching))
}
$('me').onclick = () => {
  page.player = page.route = null
  focusLater = () => $('me').focus()
  const nodes = []
  if (page.seat) nodes.push(element('p', {}, page.texts.otherSeat))
  else {
    const choose = element('button', { type: 'button', className: 'button' }, page.texts.chooseSeat)
    choose.onclick = () => { closeDetails(); showSeats('') }
    nodes.push(choose)
  }
  nodes.push(languageChoice(element('label', {}, element('span'), element('select'))))
  shownDetails += 1
  if (page.table) showHighlight()
  showDetails(page.seat ? page.texts.seat.replace('{player}', () => page.seat) : page.texts.watching, nodes, true)
}
function languageChoice(label) {
  const [title, select] = label.children
  setText(title, page.texts.language)
  select.replaceChildren(...Object.entries(page.languages).map(([code, name]) =>
    element('option', { value: code, selected: code === page.language, lang: code }, name)))
  select.onchange = async () => {
    remember('language', select.value)
    page.language = select.value
    await loadTexts()
    page.board = ''
    pollAgain()
    if ($('seats').hidden) $('me').onclick()
    else listSeats()
  }
  return label
}
function showSeats(notice) {
  closeDetails()
  setText($('seats-notice'), notice)
  $('seats').hidden = false
  for (const part of [document.querySelector('header'), $('table')]) part.inert = true
  listSeats()
  $('seats-title').focus()
}
function hideSeats() {
  $('seats').hidden = true
  for (const part of [document.querySelector('header'), $('table')]) part.inert = false
  $('me').focus()
}
function listSeats() {
  const { texts } = page
  setText($('seats-title'), texts.who)
  const focused = document.activeElement?.dataset?.seat
  const seats = (page.table?.players ?? []).map(player => {
    const isTaken = page.taken.includes(player.name)
    const seat = element('button', { type: 'button', className: 'seat', disabled: isTaken },
      marker(player), element('span', {}, player.name), isTaken ? element('small', {}, texts.taken) : null)
    seat.onclick = () => takeSeat(player.name)
    seat.dataset.seat = player.name
    return element('li', {}, seat)
  })
  const watch = element('button', { type: 'button', className: 'seat primary' }, texts.watch)
  watch.id = 'watch'
  watch.onclick = () => { remember(WATCH, 'yes'); wanted = null; hideSeats(); showTable() }
  $('seat-list').replaceChildren(...seats, element('li', {}, watch))
  if (focused) [...$('seat-list').querySelectorAll('button')].find(seat => seat.dataset.seat === focused)?.focus()
  languageChoice($('language-choice'))
}
let wanted = null
async function takeSeat(player) {
  wanted = player
  const explain = text => setText($('seats-notice'), text)
  const answer = await send('seat', () => ({ player }), () => wanted === player, explain)
  if (!answer || wanted !== player) return
  wanted = null
  const { secret, text } = answer.value
  if (!secret) {
    explain(text ?? page.texts.seatTaken)
    return
  }
  page.secret = secret
  remember(SEAT, secret)
  hideSeats()
  pollAgain()
}
addEventListener('storage', () => {
  // Another tab took or lost the seat.
  if (page.secret === remembered(SEAT)) return
  page.secret = remembered(SEAT)
  if (page.secret && !$('seats').hidden) hideSeats()
  pollAgain()
})

async function loadTexts() {
  const answer = await get('texts')
  Object.assign(page, answer)
  document.documentElement.lang = answer.language
  const { texts } = page
  $('close').setAttribute('aria-label', texts.close)
  $('zoom-in').setAttribute('aria-label', texts.zoomIn)
  $('zoom-out').setAttribute('aria-label', texts.zoomOut)
  $('whole-board').setAttribute('aria-label', texts.wholeBoard)
  $('picture').setAttribute('aria-label', `${texts.board}. ${texts.boardHelp}`)
  $('players').setAttribute('aria-label', texts.scores)
  $('last').setAttribute('aria-label', texts.lastEntry)
  $('tabs').setAttribute('aria-label', texts.pages)
  for (const [number, text] of [texts.table, texts.myTickets, texts.result].entries()) setText($('tabs').children[number].lastChild, text)
  $('search').setAttribute('aria-label', texts.addTicket)
}
async function start() {
  for (;;) {
    try {
      await loadTexts()
      break
    } catch { await pause(2000) }
  }
  follow()
}
start()
