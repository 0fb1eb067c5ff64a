import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'

const TEXTS = {
  nl: [
    '# Waar dit over gaat',
    'Je leert hier voor je werk. Deze voorwaarden zeggen wat je van ons mag verwachten, en wij van jou.',
    '# Je account',
    'Je account is van jou alleen. Geef je wachtwoord aan niemand en maak een toets zelf.',
    '# Je gegevens',
    'Je bedrijf ziet welke trainingen je volgt en wat je ervoor haalt. Meer staat in het privacybeleid.',
  ].join('\n\n'),
  en: [
    '# What this is about',
    'You learn here for your work. These terms say what you may expect of us, and we of you.',
    '# Your account',
    'Your account is yours alone. Give your password to nobody and take a test yourself.',
    '# Your data',
    'Your company sees which trainings you take and what you achieve. The privacy policy says more.',
  ].join('\n\n'),
}

/** The platform's first version. */
export async function loadVersions(): Promise<void> {
  if (await db.from('terms_versions').first()) return
  await db
    .table('terms_versions')
    .insert({ number: 1, texts: JSON.stringify(TEXTS), published_at: new Date(Date.now() - 200 * 86_400_000) })
}

/** Bouwmeester has its own terms; everybody in the demo accepted the current version when they joined. */
export async function loadCompany(loginId: string): Promise<void> {
  const companyId = currentCompanyId()
  const isFirst = !(await db.from('terms_versions').where('company_id', companyId).first())
  if (loginId === 'bouwmeester' && isFirst) {
    const texts = { nl: TEXTS.nl.replace('Je leert hier', 'Je leert hier bij Bouwmeester'), en: TEXTS.en }
    await db
      .table('terms_versions')
      .insert({ company_id: companyId, number: 1, texts: JSON.stringify(texts), published_at: new Date(Date.now() - 199 * 86_400_000) })
  }
  await db.rawQuery(
    `insert into terms_acceptances (company_id, membership_id, version_id, language, accepted_at, via)
     select m.company_id, m.id, v.id, m.language, greatest(m.joined_at, v.published_at), 'invitation'
       from kit_members m join terms_versions v on v.number = 1
      where m.company_id = ? and m.status = 'active' on conflict do nothing`,
    [companyId],
  )
}
