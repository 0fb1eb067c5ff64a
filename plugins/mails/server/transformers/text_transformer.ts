import type { MailWords, Placeholder, TextVersion, WordsSource } from '#core/kit/mail'
import type { ShownText } from '../services/text_service.js'

/** One mail's texts in one language, for everybody or for one company. */
export interface Text extends MailWords {
  trigger: string
  name: string
  when: string | null
  /** The owner of these texts; `beneath`: the texts that are sent without own ones. */
  source: WordsSource
  beneath: MailWords & { source: WordsSource }
  placeholders: Placeholder[]
  has_action: boolean
  version: string
  languages: string[]
  companies: { id: number; name: string }[]
}

export function toText({ trigger, words, source, beneath, placeholders, version, languages, companies }: ShownText): Text {
  return {
    trigger: trigger.trigger,
    name: trigger.name,
    when: trigger.when,
    ...words,
    source,
    beneath: { ...beneath.words, source: beneath.source },
    placeholders,
    has_action: trigger.hasAction,
    version,
    languages: [...languages],
    companies: companies.map(({ id, name }) => ({ id, name })),
  }
}

export interface Version {
  number: number
  /** Null: restores the underlying texts. */
  words: MailWords | null
  at: string
  by: string | null
}

export const toVersion = ({ at, ...version }: TextVersion): Version => ({ ...version, at: at.toISOString() })
