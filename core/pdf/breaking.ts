/** Scripts that write words without a space between them. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Must not begin a line. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ー]/u

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A piece that stays on one line if a line has room for it, and what stands between it and the piece before. */
interface Piece {
  text: string
  before: '' | ' '
}

/** Where a text may be broken: at spaces, after a hyphen between letters, and between words of scripts that write no spaces. */
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

/** Breaks a text into lines that fit; a word that is wider than a line goes on in the next. Nothing is left out. */
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
