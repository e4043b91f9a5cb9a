/** What a run needs and cannot be had here, and why: it is skipped, and says so. */
export class Missing extends Error {}
