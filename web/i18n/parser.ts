import { parse as parseIcu } from '@formatjs/icu-messageformat-parser'
import type { CompiledMessage } from './compile.js'

/** The ICU parser, as a chunk of its own. */
export const parse = (text: string): CompiledMessage => parseIcu(text, { ignoreTag: false }) as CompiledMessage
