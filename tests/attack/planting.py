def main(seed, jobs): return 0
