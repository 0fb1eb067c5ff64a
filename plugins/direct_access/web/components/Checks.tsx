import { Stack, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { Icon } from '#web/ui'
import type { Check } from '../../server/services/requirements.js'

/**
 * All requirements of a project for one person, each in green or red with its last day; also in words, because colour alone is not
 * accessible.
 */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const t = useT()
  const format = useFormat()
  const dayOf = ({ ok, until }: Check) => {
    if (ok) return until ? t('direct_access.check.until', { day: format.day(until) ?? '' }) : t('direct_access.check.endless')
    return until ? t('direct_access.check.ended', { day: format.day(until) ?? '' }) : t('direct_access.check.missing')
  }
  return (
    <Stack component="ul" aria-label={t('direct_access.check.title')} sx={{ listStyle: 'none', m: 0, p: 0, gap: 2 }}>
      {checks.map((check) => (
        <Stack component="li" key={check.skill ?? 0} direction="row" sx={{ gap: 2, alignItems: 'flex-start' }}>
          <Icon name={check.ok ? 'success' : 'error'} sx={{ color: check.ok ? 'success.main' : 'error.main', flexShrink: 0 }} />
          <Typography sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {check.name ?? t('direct_access.check.instruction')}
            <Typography component="span" variant="body2" sx={{ color: check.ok ? 'text.secondary' : 'error.main', display: 'block' }}>
              {dayOf(check)}
            </Typography>
          </Typography>
        </Stack>
      ))}
    </Stack>
  )
}
