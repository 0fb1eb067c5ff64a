import { Box, Link } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useT } from '#web/i18n'
import { useNavigation } from '#web/shell'
import { FactList, Section } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'
import { CompanyForm } from '../components/CompanyForm.js'
import { CompanyFrame } from '../components/CompanyFrame.js'

/** /admin/bedrijven/profiel/instellingen: how a company works, as declared by core and its active plugins. */
export default function SettingsPage() {
  return (
    <CompanyFrame tab="companies.settings">
      {(company, isAdmin) => (
        <>
          <Elsewhere company={isAdmin ? String(company.id) : '0'} />
          <CompanyForm key={company.id} company={company} part="settings" />
          <Fixed company={company} />
        </>
      )}
    </CompanyFrame>
  )
}

/** Settings with their own page: registration, direct access, terms. */
function Elsewhere({ company }: { company: string }) {
  const t = useT()
  const { main, profile } = useNavigation()
  const pages = [...main, ...profile].filter(({ aboutCompany }) => aboutCompany)
  if (!pages.length) return null
  return (
    <Section title={t('companies.elsewhere.title')} text={t('companies.elsewhere.text')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 1 }}>
        {pages.map(({ page, path, text }) => (
          <li key={page}>
            <Link
              component={RouterLink}
              to={`${path}?id=${company}`}
              sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, md: 32 } }}
            >
              {text}
            </Link>
          </li>
        ))}
      </Box>
    </Section>
  )
}

/** Settings that only the platform's admins change: a supervisor sees the value. */
function Fixed({ company }: { company: CompanyDetail }) {
  const t = useT()
  const facts = company.fixed.flatMap(({ plugin, fields }) =>
    fields.map((field) => {
      const value = company.settings[plugin]?.[field.key]
      const words = `${plugin}.settings.${field.key}`
      const shown =
        field.kind === 'flag'
          ? t(value ? 'companies.yes' : 'companies.no')
          : field.kind === 'choice'
            ? t(`${words}_${String(value)}`)
            : value
      return { label: t(words), value: typeof shown === 'string' ? shown : null }
    }),
  )
  if (!facts.length) return null
  return (
    <Section title={t('companies.fixed.title')} text={t('companies.fixed.text')}>
      <FactList facts={facts} />
    </Section>
  )
}
