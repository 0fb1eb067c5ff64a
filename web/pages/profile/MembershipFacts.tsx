import { Box } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { FactList } from '#web/ui'

interface MembershipFactsProps {
  membership: {
    works_at: string
    added_by: string | null
    registration_date: string
    skillset: readonly string[]
    entitlements: readonly string[]
    extra_info: readonly { label: string; value: string | boolean; kind: string }[]
  }
}

/** The data of a member that only the company can change. */
export function MembershipFacts({ membership }: MembershipFactsProps) {
  const t = useT()
  const format = useFormat()
  const { user_role } = useUser()
  const { works_at, added_by, registration_date, skillset, entitlements, extra_info } = membership
  const facts = [
    { label: t('core.profile.company'), value: works_at },
    { label: t('core.profile.role'), value: t(`core.roles.${user_role}`) },
    { label: t('core.profile.registered'), value: format.date(registration_date) },
    ...(added_by ? [{ label: t('core.profile.added_by'), value: added_by }] : []),
    ...(skillset.length ? [{ label: t('core.profile.skillset'), value: format.list([...skillset]) }] : []),
    ...(entitlements.length
      ? [{ label: t('core.profile.entitlements'), value: format.list(entitlements.map((name) => t(`core.profile.entitlement_${name}`))) }]
      : []),
    ...extra_info.map(({ label, value, kind }) => ({
      label,
      value: typeof value === 'boolean' ? t(value ? 'core.form.yes' : 'core.form.no') : kind === 'date' ? format.day(value) : value,
    })),
  ]
  return (
    <Box sx={{ pt: 4, borderTop: '1px solid', borderColor: 'divider' }}>
      <FactList facts={facts} />
    </Box>
  )
}
