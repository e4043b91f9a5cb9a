/** A requirement of a run that is unavailable here, with the reason: the run is skipped and reports it. */
export class Missing extends Error {}
