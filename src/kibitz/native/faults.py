def explain(game, error):
    return str(error)[-3000:]
