/** Query key of the jobs page; refreshed when something is run again. */
export const JOBS_KEY = ['core', 'jobs'] as const
