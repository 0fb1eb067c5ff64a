import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

/** The version of package.json, which packaged plugins declare as compatible. */
export const PLATFORM_VERSION: string = version
