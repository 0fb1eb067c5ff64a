/** One language's part of a text. */
interface Part {
  start: number
  end: number
  languages: string[]
  text: string
}

/** Moodle's own notation: `<span lang="nl" class="multilang">…</span>`, and the older `<lang lang="nl">…</lang>`. */
const TAG = /<(span|lang)\b([^<>]*)>/gi
/** The notation of the filter multilang2: `{mlang nl}…{mlang}{mlang other}…{mlang}`. */
const MARK = /\{mlang\s+([\w,\s-]{1,60})\}/gi
const MARK_END = '{mlang}'

/** Returns the parts of a text. Each starts at a match of `open` and ends at the mark that `read` returns for it. */
function partsOf(text: string, open: RegExp, read: (match: RegExpExecArray) => { languages: string[]; end: string } | null): Part[] {
  const lower = text.toLowerCase()
  const parts: Part[] = []
  const search = new RegExp(open)
  for (let match; (match = search.exec(text));) {
    const opened = read(match)
    if (!opened) continue
    const from = search.lastIndex
    const to = lower.indexOf(opened.end, from)
    // Nothing after this one is closed either.
    if (to < 0) break
    search.lastIndex = to + opened.end.length
    parts.push({ start: match.index, end: search.lastIndex, languages: opened.languages, text: text.slice(from, to) })
  }
  return parts
}

const attribute = (attributes: string, name: string) =>
  new RegExp(`\\b${name}\\s*=\\s*["']?([\\w -]{1,60})`, 'i').exec(attributes)?.[1] ?? ''

const tags = (text: string) =>
  partsOf(text, TAG, ([, tag = '', attributes = '']) => {
    const language = attribute(attributes, 'lang')
    const isOne = tag.toLowerCase() === 'lang' || /\bmultilang\b/i.test(attribute(attributes, 'class'))
    return isOne && language ? { languages: [language], end: `</${tag.toLowerCase()}>` } : null
  })
const marks = (text: string) => partsOf(text, MARK, ([, languages = '']) => ({ languages: languages.split(/[\s,]+/), end: MARK_END }))

/** Groups adjacent parts, because they are translations of each other. */
function groupsOf(text: string, parts: readonly Part[]): Part[][] {
  const groups: Part[][] = []
  for (const part of parts) {
    const last = groups.at(-1)?.at(-1)
    if (last && !text.slice(last.end, part.start).trim()) groups.at(-1)!.push(part)
    else groups.push([part])
  }
  return groups
}

/**
 * Picks one language of a multilingual text: the wanted one, otherwise the part for other languages, otherwise the first. Pure.
 * @returns whether another language was left out
 */
export function inOneLanguage(text: string, language: string): { text: string; isCut: boolean } {
  const parts = text.includes('{mlang') ? marks(text) : tags(text)
  let [result, from, isCut] = ['', 0, false]
  for (const group of groupsOf(text, parts)) {
    const is = (wanted: string) => group.find(({ languages }) => languages.some((one) => one.toLowerCase().split(/[_-]/)[0] === wanted))
    const chosen = is(language) ?? is('other') ?? group[0]!
    result += text.slice(from, group[0]!.start) + chosen.text
    from = group.at(-1)!.end
    isCut ||= group.length > 1
  }
  return { text: result + text.slice(from), isCut }
}
