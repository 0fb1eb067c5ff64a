/** Scripts that do not separate words with spaces. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Characters that must not begin a line. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ー]/u

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A piece that stays on one line if it fits, and the separator before it. */
interface Piece {
  text: string
  before: '' | ' '
}

/** Splits a text where a line may break: at spaces, after a hyphen between letters, and between words of scripts without spaces. */
function piecesOf(text: string): Piece[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word, index) => parts(word).map((part, at): Piece => ({ text: part, before: index && !at ? ' ' : '' })))
}

function parts(word: string): string[] {
  if (!WITHOUT_SPACES.test(word)) return word.split(/(?<=\p{L}[-‐])(?=\p{L})/u)
  const parts: string[] = []
  for (const { segment } of words.segment(word)) {
    if (parts.length && CLOSING.test(segment)) parts[parts.length - 1] += segment
    else parts.push(segment)
  }
  return parts
}

/** Breaks a text into lines that fit. A word wider than a line continues on the next. Nothing is left out. */
export function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const { text: piece, before } of piecesOf(text)) {
    const longer = lines.length ? `${lines.at(-1)}${before}${piece}` : piece
    if (lines.length && fits(longer)) lines[lines.length - 1] = longer
    else if (fits(piece)) lines.push(piece)
    else lines.push(...letterByLetter(piece, fits))
  }
  return lines
}

function letterByLetter(word: string, fits: (line: string) => boolean): string[] {
  const lines = ['']
  for (const { segment } of graphemes.segment(word)) {
    const longer = lines.at(-1)! + segment
    if (lines.at(-1) && !fits(longer)) lines.push(segment)
    else lines[lines.length - 1] = longer
  }
  return lines
}
