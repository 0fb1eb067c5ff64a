import { choice } from './choice.js'

/** One answer of several is right. */
export const single = choice({ name: 'single', several: false })
