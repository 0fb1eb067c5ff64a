import { SettingsError } from '../config/settings.js'

/** Ends the process with one clear line; the stack only when asked for (LOG_LEVEL=debug). */
export function fail(error: unknown): never {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const quiet = error instanceof SettingsError || process.env.LOG_LEVEL !== 'debug'
  console.error(quiet ? message : stack)
  process.exit(1)
}
