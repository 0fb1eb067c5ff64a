import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { useFormat, useT } from '#web/i18n'
import { languageAtom } from '#web/session'
import type { Words } from '../results.js'

/** Content in the reader's language, else in the first available language. */
export function useWords(): (words: Words) => string {
  const language = useAtomValue(languageAtom)
  return useCallback((words) => words[language] ?? words.nl ?? Object.values(words)[0] ?? '', [language])
}

/** Formats a quarter (`2026-4`) in words, and a mean with one decimal. */
export function useNumbers() {
  const t = useT()
  const format = useFormat()
  const parts = (quarter: string) => {
    const [year = '', number = ''] = quarter.split('-')
    return { year, number }
  }
  return {
    quarter: (quarter: string) => t('evaluations.quarter', parts(quarter)),
    short: (quarter: string) => t('evaluations.quarter_short', parts(quarter)),
    mean: (value: number) => format.number(Math.round(value * 10) / 10),
  }
}
