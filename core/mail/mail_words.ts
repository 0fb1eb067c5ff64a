import { platformBranding } from '../companies/branding.js'
import { notFound } from '../contract/errors.js'
import type { MailDefinition } from '../contract/mail.js'
import { messageText, supported, translate } from '../i18n/catalogue.js'
import { pluginRegistry } from '../plugins/registry.js'

/** The texts of one mail in one language. */
export interface MailWords {
  subject: string
  body: string
  /** The button's label; null for the platform's default, or a mail without a button. */
  action: string | null
}

/** The placeholders that a text may use as {name}. */
export interface Placeholder {
  name: string
  /** Its value in the preview. */
  sample: string
  /** The body must contain it: without it the mail is useless. */
  required: boolean
}

/** The receiver of a preview. */
export const SAMPLE_NAME = 'Sanne'

/** Placeholders of every mail; the company is the mail's own. */
const NAMES = { firstname: SAMPLE_NAME, company: '' }

/** @throws AppError 404 for a mail that no plugin declares */
export function mailOf(trigger: string): MailDefinition & { plugin: string } {
  const mail = pluginRegistry().mails.find((candidate) => candidate.trigger === trigger)
  if (!mail) throw notFound()
  return mail
}

/** @throws AppError 404 for an unknown mail */
export function placeholdersOf(trigger: string): Placeholder[] {
  const { sample, secrets = [], required = [] } = mailOf(trigger)
  const all: Record<string, string> = { ...NAMES, ...sample }
  // The button's address is no placeholder, because the button is always below the text.
  return Object.keys(all)
    .filter((name) => name !== 'actionUrl')
    .map((name) => ({ name, sample: all[name]!, required: secrets.includes(name) || required.includes(name) }))
}

/** The texts that come with the platform. */
export function builtInWords(trigger: string, language: string): MailWords {
  const say = (part: string) => messageText(language, `${trigger}.${part}`)
  return { subject: say('subject') ?? '', body: say('body') ?? '', action: mailOf(trigger).sample.actionUrl ? say('action') : null }
}

export interface Trigger {
  trigger: string
  plugin: string
  /** The plugin's name. */
  group: string
  /** Its default subject, as a reader sees it with the sample values. */
  name: string
  /** A text that says when it is sent; null if its plugin has none. */
  when: string | null
  hasAction: boolean
}

const nameOf = (trigger: string, language: string, sample: Record<string, string>): string => {
  const subject = `${trigger}.subject`
  if (messageText(language, subject) === null) return trigger
  return translate(language, subject, { ...NAMES, company: platformBranding().companyName, ...sample })
}

const triggerOf = ({ trigger, plugin, sample }: MailDefinition & { plugin: string }, language: string): Trigger => ({
  trigger,
  plugin,
  group: messageText(language, `${plugin}.mail.group`) ?? plugin,
  hasAction: Boolean(sample.actionUrl),
  name: nameOf(trigger, language, sample),
  when: messageText(language, `${trigger}.when`),
})

/** Every declared mail, by plugin. @param language of the reader */
export const listTriggers = (language: string): Trigger[] => pluginRegistry().mails.map((mail) => triggerOf(mail, supported(language)))

/** @throws AppError 404 for an unknown mail */
export const findTrigger = (trigger: string, language: string): Trigger => triggerOf(mailOf(trigger), supported(language))
