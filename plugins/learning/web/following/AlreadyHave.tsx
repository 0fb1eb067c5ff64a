import { Alert, Box, Button } from '@mui/material'
import type { HoldersView } from '#plugins/learning/server/transformers/holders_transformer'
import { useFormat, useT } from '#web/i18n'

interface AlreadyHaveProps {
  holders: HoldersView
  /** They are skipped. */
  skipped: boolean
  /** Skips or includes them; null when there is only one person. */
  change: ((skip: boolean) => void) | null
}

/** People who already have a course, before it is given again, with a button to skip them. */
export function AlreadyHave({ holders, skipped, change }: AlreadyHaveProps) {
  const t = useT()
  const format = useFormat()
  const { people, first } = holders
  if (!people) return null
  const why = ({ open, certificate, valid_until: until }: HoldersView['first'][number]) =>
    [
      open && t('learning.holders.open'),
      certificate && (until ? t('learning.holders.certificate_until', { day: format.day(until) }) : t('learning.holders.certificate')),
    ]
      .filter(Boolean)
      .join(', ')
  const named = new Set(first.map(({ membership }) => membership)).size
  return (
    <Alert
      severity={skipped ? 'info' : 'warning'}
      action={
        change && (
          <Button color="inherit" size="small" onClick={() => change(!skipped)} sx={{ whiteSpace: 'nowrap' }}>
            {skipped ? t('learning.holders.take_along') : t('learning.holders.remove', { count: people })}
          </Button>
        )
      }
    >
      {skipped ? t('learning.holders.skipped', { count: people }) : t('learning.holders.title', { count: people })}
      {!skipped && (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 4 }}>
          {first.map((one) => (
            <li key={`${one.membership}:${one.course}`}>
              {t('learning.holders.line', { name: one.name, course: one.course, why: why(one) })}
            </li>
          ))}
          {people > named && <li>{t('learning.holders.more', { count: people - named })}</li>}
        </Box>
      )}
    </Alert>
  )
}
