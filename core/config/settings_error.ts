/** Thrown when the environment cannot be used; `start` prints its message and ends with 1. */
export class SettingsError extends Error {}
