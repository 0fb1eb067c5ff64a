import type { MessageFormatElement } from 'react-intl'

export type CompiledMessage = MessageFormatElement[]

const LITERAL = 0
const ARGUMENT = 1

/**
 * Compiles messages that need no parser: plain texts, and texts with simple {names}. Null for plurals, selects, tags and quoting. Most
 * messages are simple, so the ICU parser is not loaded on a first visit.
 */
export function compileSimple(text: string): CompiledMessage | null {
  if (text.includes('<') || text.includes("'{") || text.includes("''")) return null
  const parts = text.split(/\{\s*(\w+)\s*\}/)
  // Every second part is a name. A brace elsewhere belongs to syntax we do not know.
  if (parts.some((part, index) => index % 2 === 0 && /[{}]/.test(part))) return null
  return parts.flatMap((value, index): CompiledMessage => {
    if (index % 2 === 1) return [{ type: ARGUMENT, value }] as CompiledMessage
    return value ? ([{ type: LITERAL, value }] as CompiledMessage) : []
  })
}

/** Compiles all messages of a part. The server may send difficult ones compiled; otherwise the parser is loaded. */
export async function compileMessages(messages: Record<string, string | CompiledMessage>): Promise<Record<string, CompiledMessage>> {
  const compiled: Record<string, CompiledMessage> = {}
  const difficult: [id: string, text: string][] = []
  for (const [id, message] of Object.entries(messages)) {
    const simple = typeof message === 'string' ? compileSimple(message) : message
    if (simple) compiled[id] = simple
    else difficult.push([id, message as string])
  }
  if (difficult.length) {
    const { parse } = await import('./parser.js')
    for (const [id, text] of difficult) compiled[id] = parse(text)
  }
  return compiled
}
