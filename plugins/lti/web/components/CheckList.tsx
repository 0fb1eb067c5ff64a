import { Button, Stack, Typography } from '@mui/material'
import { request, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { ErrorState, Icon, LoadingState } from '#web/ui'
import { type CheckLine, type ShownPlatform, pathOf } from '../calls.js'
import { useProblemWords } from '../words.js'

const LOOK = {
  good: { icon: 'success', color: 'success.main' },
  bad: { icon: 'error', color: 'error.main' },
  unknown: { icon: 'info', color: 'text.secondary' },
} as const

/** The results of the connection checks of a system, in words. */
export function CheckList({ company, platform }: { company: string; platform: ShownPlatform }) {
  const t = useT()
  const inWords = useProblemWords()
  const check = useApiQuery(
    ['lti', 'check', company, platform.id],
    () => request<{ data: CheckLine[] }>(`${pathOf(company)}/${platform.id}/check`, { method: 'POST', body: {} }),
    { staleTime: 0 },
  )
  if (check.error && !check.data) return <ErrorState error={check.error} part="lti" onRetry={() => void check.refetch()} />
  if (!check.data) return <LoadingState shape="rows" count={4} />
  return (
    <Stack sx={{ gap: 5, alignItems: 'flex-start' }}>
      <Stack component="ul" sx={{ gap: 4, m: 0, p: 0, listStyle: 'none' }}>
        {check.data.data.map(({ what, outcome, detail }) => (
          <Stack key={what} component="li" direction="row" sx={{ gap: 3, alignItems: 'flex-start' }}>
            <Stack sx={{ color: LOOK[outcome].color, pt: '2px' }}>
              <Icon name={LOOK[outcome].icon} />
            </Stack>
            <Stack sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography>{t(`lti.check.${what}.${outcome}`)}</Typography>
              {detail && (
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {inWords(detail)}
                </Typography>
              )}
            </Stack>
          </Stack>
        ))}
      </Stack>
      <Button variant="outlined" onClick={() => void check.refetch()} loading={check.isFetching}>
        {t('lti.check.again')}
      </Button>
    </Stack>
  )
}
