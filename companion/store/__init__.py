"""Games, players, learned tickets and settings on disk.

`store.Store` is an open data folder:

    with Store.open(folder, boards) as store:
        saved = store.games.begin(setup)
        saved = store.games.save(saved, saved.game.record(event))
        saved = store.games.finish(saved)

A call that returns has written its data to the disk; a call that could not write raises a
`Refused` with one sentence.
"""
