/** What the page of background work reads; read anew when something is run again. */
export const JOBS_KEY = ['core', 'jobs'] as const
