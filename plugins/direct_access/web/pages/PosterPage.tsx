import { Box, Button, Stack, Typography } from '@mui/material'
import { useParams } from 'react-router'
import { request, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { CompanyMark } from '#web/shell'
import { ErrorState, Icon, LoadingState, QrCode } from '#web/ui'
import type { toShown } from '../../server/transformers/direct_access.js'
import { useNameOf } from '../words.js'

/** /projecten/{id}/poster: a printable sheet for the gate or the canteen, black on white. */
export default function PosterPage() {
  const { entrance = '' } = useParams()
  const t = useT()
  const format = useFormat()
  const nameOf = useNameOf()
  const { data, error, refetch } = useApiQuery(['direct_access', 'entrance', entrance], () =>
    request<{ data: ReturnType<typeof toShown> }>(`/api/direct_access/entrances/${encodeURIComponent(entrance)}`),
  )
  if (error) return <ErrorState asPage error={error} part="direct_access" onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="page" count={1} />
  const { entrance: shown, courses, company, qr } = data.data
  const own = courses.filter(({ id }) => shown.course_ids.includes(id))
  const isProject = shown.kind === 'project'
  return (
    <Stack
      sx={{
        width: '100%',
        maxWidth: 720,
        mx: 'auto',
        p: { xs: 5, sm: 8 },
        gap: 6,
        alignItems: 'center',
        textAlign: 'center',
        bgcolor: '#fff',
        color: '#111',
      }}
    >
      <CompanyMark height={48} />
      <Box>
        <Typography variant="h1" sx={{ fontSize: { xs: '2rem', sm: '2.75rem' }, textWrap: 'balance', overflowWrap: 'anywhere' }}>
          {shown.name ?? company}
        </Typography>
        <Typography sx={{ fontSize: '1.25rem', mt: 3, textWrap: 'balance' }}>
          {t(isProject ? 'direct_access.poster.project' : 'direct_access.poster.link')}
        </Typography>
      </Box>
      <QrCode qr={qr} label={t('direct_access.poster.alt', { link: shown.link })} width="min(420px, 78vw)" />
      <Stack component="ol" sx={{ m: 0, p: 0, listStylePosition: 'inside', gap: 1, fontSize: '1.125rem' }}>
        <li>{t('direct_access.poster.scan')}</li>
        <li>{shown.code ? t('direct_access.poster.code', { code: shown.code }) : t('direct_access.poster.who')}</li>
        <li>
          {t(isProject ? 'direct_access.poster.do' : 'direct_access.poster.begin', {
            course: own.map(({ name }) => nameOf(name)).join(', '),
            minutes: format.minutes(own[0]?.minutes ?? 0),
          })}
        </li>
      </Stack>
      <Typography sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', fontSize: '0.875rem' }}>{shown.link}</Typography>
      {!shown.is_open && <Typography sx={{ fontWeight: 600, displayPrint: 'none' }}>{t('direct_access.poster.closed')}</Typography>}
      <Stack direction="row" sx={{ gap: 2, displayPrint: 'none' }}>
        <Button variant="contained" size="large" startIcon={<Icon name="print" />} onClick={() => window.print()}>
          {t('direct_access.poster.print')}
        </Button>
      </Stack>
    </Stack>
  )
}
