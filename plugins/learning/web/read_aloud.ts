import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

/** A sentence of a text on the page, and its position. */
export interface Sentence {
  text: string
  range: Range
}

const BLOCKS = 'p, li, h2, h3, h4, th, td, figcaption, blockquote'
const MARK = 'learning-read-aloud'

/** The sentences of a text in reading order, block by block; includes the alternative text of pictures. */
export function sentencesOf(root: HTMLElement, language: string): Sentence[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })
  const blocks = [...root.querySelectorAll<HTMLElement>(`${BLOCKS}, img`)].filter((block) => !block.querySelector(BLOCKS))
  return blocks.flatMap((block): Sentence[] => {
    if (block instanceof HTMLImageElement) {
      const range = document.createRange()
      range.selectNode(block)
      return block.alt ? [{ text: block.alt, range }] : []
    }
    const text = block.textContent ?? ''
    return [...segmenter.segment(text)]
      .filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment))
      .map(({ segment, index }) => ({ text: segment.trim(), range: rangeIn(block, index, index + segment.trimEnd().length) }))
  })
}

/** The range of characters `from` up to `to` of a block's text, across any markup. */
function rangeIn(block: HTMLElement, from: number, to: number): Range {
  const range = document.createRange()
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  let passed = 0
  let hasStart = false
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node.textContent ?? ''
    if (!hasStart && from < passed + length) {
      range.setStart(node, from - passed)
      hasStart = true
    }
    if (hasStart && to <= passed + length) {
      range.setEnd(node, to - passed)
      break
    }
    passed += length
  }
  return range
}

/** A voice of this device for a language; another device may have none. */
function voiceFor(language: string): SpeechSynthesisVoice | null {
  const voices = speechSynthesis.getVoices().filter(({ lang }) => lang.toLowerCase().startsWith(language))
  return voices.find(({ localService }) => localService) ?? voices[0] ?? null
}

/**
 * Reads a text aloud with the browser's speech synthesis; the current sentence is highlighted and scrolled into view.
 * @returns null if the browser has no voice for the language
 */
export function useReadAloud(text: RefObject<HTMLElement | null>, language: string) {
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null)
  const [state, setState] = useState<'silent' | 'reading' | 'paused'>('silent')
  // Tells the current reading from a stopped one: end events of old sentences arrive late.
  const turn = useRef(0)

  useEffect(() => {
    if (!('speechSynthesis' in window) || !('Segmenter' in Intl)) return
    // Browsers load their voices after the page.
    const look = () => setVoice(voiceFor(language))
    look()
    speechSynthesis.addEventListener('voiceschanged', look)
    return () => speechSynthesis.removeEventListener('voiceschanged', look)
  }, [language])

  const stop = useCallback(() => {
    turn.current += 1
    if ('speechSynthesis' in window) speechSynthesis.cancel()
    mark(null)
    setState('silent')
  }, [])
  // Stops when the person leaves the page.
  useEffect(() => stop, [stop, text])

  const start = () => {
    if (!text.current || !voice) return
    stop()
    const mine = turn.current
    const sentences = sentencesOf(text.current, language)
    const read = (index: number) => {
      if (turn.current !== mine) return
      const sentence = sentences[index]
      if (!sentence) return stop()
      mark(sentence.range)
      // One sentence at a time: some browsers stop speaking in long texts.
      const spoken = new SpeechSynthesisUtterance(sentence.text)
      spoken.voice = voice
      spoken.lang = voice.lang
      spoken.onend = () => read(index + 1)
      spoken.onerror = () => turn.current === mine && stop()
      speechSynthesis.speak(spoken)
    }
    setState('reading')
    read(0)
  }
  const pause = () => {
    speechSynthesis.pause()
    setState('paused')
  }
  const resume = () => {
    speechSynthesis.resume()
    setState('reading')
  }
  return voice && { state, start, pause, resume, stop }
}

/** Highlights the sentence without changing the text itself (CSS custom highlights), and scrolls it into view. */
function mark(range: Range | null): void {
  if ('highlights' in CSS) {
    if (range) CSS.highlights.set(MARK, new Highlight(range))
    else CSS.highlights.delete(MARK)
  }
  if (!range) return
  const { top, bottom } = range.getBoundingClientRect()
  if (top >= 80 && bottom <= window.innerHeight - 120) return
  const quiet = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: window.scrollY + top - window.innerHeight / 3, behavior: quiet ? 'auto' : 'smooth' })
}
