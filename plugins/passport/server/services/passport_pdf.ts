import { DateTime } from 'luxon'
import { ownBranding } from '#core/kit/companies'
import type { Day } from '#core/kit/days'
import { qrPath } from '#core/kit/qr'
import { runInWorker } from '#core/kit/tasks'
import { type PassportLanguage, passportWords } from '../words.js'
import type { PassportDrawing } from './draw_passport.js'
import { passportOf } from './passport.js'

const DEFAULT_COLOR = '#2F4858'

/**
 * A member's passport as a PDF: what is valid today, with the QR code of the public page if that is on.
 * @param link of the public page
 * @returns the PDF's bytes
 * @throws AppError 404 as passportOf
 */
export async function passportPdf(membershipId: number, language: PassportLanguage, link: string | null): Promise<Uint8Array> {
  const passport = await passportOf(membershipId, language, 'valid')
  const words = passportWords(language)
  const day = (of: Day) => DateTime.fromISO(of, { zone: 'utc' }).setLocale(language).toLocaleString(DateTime.DATE_MED)
  const drawing: PassportDrawing = {
    ...{ language, words, person: passport.person, company: passport.company },
    color: (await ownBranding()).primaryColor ?? DEFAULT_COLOR,
    validOn: words.valid_on.replace('{day}', day(passport.day)),
    qr: link ? qrPath(link) : null,
    parts: passport.parts.map(({ part, lines }) => ({
      title: words[part],
      lines: lines.map(({ name, detail, from, until }) => ({
        name: detail ? `${name} (${detail})` : name,
        from: from ? day(from) : '',
        // A meeting and a skill without an end do not expire.
        until: until ? day(until) : part === 'meetings' ? '' : words.endless,
      })),
    })),
  }
  return runInWorker<Uint8Array>(new URL('./draw_passport.js', import.meta.url), drawing)
}
