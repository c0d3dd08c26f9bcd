ATTACKS=()
def attacked(): return []
