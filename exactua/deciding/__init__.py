"""Deciding by evaluation: plan, shards, fold, verdict; once for all claims."""
