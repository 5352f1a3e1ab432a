"""Measuring a system on a file of questions: metrics, intervals, report."""
