import { notFound } from '#core/contract/errors'
import { companyChoices } from '#core/kit/companies'
import {
  type MailText,
  type MailWords,
  type Placeholder,
  type TextKey,
  type TextVersion,
  type Trigger,
  findTrigger,
  listTriggers,
  listVersions,
  listWritten,
  placeholdersOf,
  previewText,
  readText,
  saveText,
  sendTest,
} from '#core/kit/mail'
import { type Session, acrossCompanies, inChosenCompany } from '#core/kit/scope'
import { offeredLanguages } from '#core/kit/words'

type Choice = Awaited<ReturnType<typeof companyChoices>>[number]

export interface TextOverview {
  mails: (Trigger & { written: Pick<TextKey, 'company' | 'language'>[] })[]
  languages: readonly string[]
  companies: Choice[]
}

/** Every mail that plugins declare, and who has their own texts for it in which languages. */
export function overview(session: Session): Promise<TextOverview> {
  return acrossCompanies(session, 'mails.texts', async () => {
    const [written, companies] = await Promise.all([listWritten(), companyChoices()])
    const mails = listTriggers(session.row.language).map((mail) => ({
      ...mail,
      written: written.filter(({ trigger }) => trigger === mail.trigger).map(({ company, language }) => ({ company, language })),
    }))
    return { mails, languages: offeredLanguages(), companies }
  })
}

export interface ShownText extends MailText {
  trigger: Trigger
  placeholders: Placeholder[]
  languages: readonly string[]
  companies: Choice[]
}

/** One mail's texts for the editor. @throws AppError 404 for an unknown mail or company */
export function showText(session: Session, key: TextKey): Promise<ShownText> {
  return acrossCompanies(session, 'mails.text', async () => {
    const trigger = findTrigger(key.trigger, session.row.language)
    const companies = await companyChoices(trigger.plugin)
    refuseUnknown(key, companies)
    return { ...(await readText(key)), trigger, placeholders: placeholdersOf(key.trigger), languages: offeredLanguages(), companies }
  })
}

function refuseUnknown({ company }: TextKey, companies: readonly Choice[]): void {
  if (company && !companies.some(({ id }) => id === company)) throw notFound()
}

/**
 * A company's texts are written in its own scope, where the policies apply. @throws AppError 404 for an unknown company, or one that never
 * sends it
 */
async function whereItIs<T>(session: Session, key: TextKey, reason: string, fn: () => Promise<T>): Promise<T> {
  if (!key.company) return acrossCompanies(session, reason, fn)
  const { plugin } = findTrigger(key.trigger, session.row.language)
  const inIt = async () => {
    refuseUnknown(key, await companyChoices(plugin))
    return fn()
  }
  return inChosenCompany(session, { company: key.company, reason, plugin }, inIt)
}

/**
 * @param words null: restores the underlying texts
 * @throws AppError as `saveText`; 404 for an unknown company
 */
export async function save(session: Session, key: TextKey, { words, version }: { words: MailWords | null; version: string }) {
  await whereItIs(session, key, 'mails.text_save', () => saveText({ ...key, words, version, by: session.userId }))
  return showText(session, key)
}

/** @throws AppError 404 */
export function history(session: Session, key: TextKey): Promise<TextVersion[]> {
  return acrossCompanies(session, 'mails.text_versions', () => {
    findTrigger(key.trigger, session.row.language)
    return listVersions(key)
  })
}

/** @throws AppError 404, 422 as `previewText` */
export function preview(session: Session, key: TextKey, words: MailWords) {
  return whereItIs(session, key, 'mails.text_preview', () => previewText(key, words))
}

/** @throws AppError 404, 422, 429 as `sendTest` */
export function test(session: Session, key: TextKey, words: MailWords): Promise<void> {
  return whereItIs(session, key, 'mails.text_test', () => sendTest(session, key, words))
}
