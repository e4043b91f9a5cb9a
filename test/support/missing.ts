/** Thrown if a run lacks a requirement here: the run is skipped, and its output shows the message. */
export class Missing extends Error {}
