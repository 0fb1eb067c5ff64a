import { choice } from './choice.js'

/** One of several answers is correct. */
export const single = choice({ name: 'single', several: false })
