import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { request, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { CompanyMark, pagePath, VisitorFrame } from '#web/shell'
import { ErrorState, FactList, Icon, LoadingState } from '#web/ui'
import type { toProof } from '../../server/transformers/direct_access.js'
import { Checks } from '../components/Checks.js'
import { useNameOf } from '../words.js'

type Proof = ReturnType<typeof toProof>

const LOOK = {
  done: ['success', 'success'],
  expired: ['error', 'expired'],
  busy: ['warning', 'busy'],
  waiting: ['warning', 'waiting'],
} as const

/** /bewijs/{token}: what a person shows at the gate. First whether they may enter, then who they are and until when. */
export default function ProofPage() {
  const t = useT()
  const { token = '' } = useParams()
  const { data, error, isPending, refetch } = useApiQuery(
    ['direct_access', 'proof', token],
    () => request<{ data: Proof }>(`/api/direct_access/proofs/${encodeURIComponent(token)}`),
    // Refetches often, because a person who just finished is waiting for the change.
    { again: (answer) => ((answer as { data: Proof } | undefined)?.data.status === 'busy' ? 3_000 : 60_000) },
  )
  if (error)
    return error.status === 404 ? (
      <VisitorFrame title={t('direct_access.proof.none')} text={t('direct_access.proof.none_text')} />
    ) : (
      <ErrorState asPage error={error} part="direct_access" onRetry={() => void refetch()} />
    )
  if (isPending) return <LoadingState shape="page" count={2} />
  return <Shown proof={data.data} />
}

function Shown({ proof }: { proof: Proof }) {
  const t = useT()
  const format = useFormat()
  const nameOf = useNameOf()
  const { status, done_at: doneAt, valid_until: until } = proof
  // The instruction alone does not open a gate with more requirements.
  const lacks =
    status === 'done' ? proof.checks.filter(({ ok }) => !ok).map(({ name }) => name ?? t('direct_access.check.instruction')) : []
  const isShort = lacks.length > 0
  const [tone, icon] = isShort ? (['error', 'error'] as const) : LOOK[status]
  const link = pagePath('direct_access.enter', { token: proof.entrance })
  return (
    <Stack component="article" sx={{ width: '100%', maxWidth: 480, mx: 'auto', p: { xs: 4, sm: 6 }, gap: 5 }}>
      <CompanyMark height={36} />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Stack
          sx={({ tones }) => ({
            p: 6,
            gap: 2,
            alignItems: 'center',
            textAlign: 'center',
            bgcolor: tones[tone].soft,
            color: tones[tone].text,
            borderBottom: `1px solid ${tones[tone].border}`,
          })}
        >
          <Icon name={icon} sx={{ fontSize: 72 }} />
          <Typography variant="h1" tabIndex={-1}>
            {t(`direct_access.proof.${isShort ? 'short' : status}`)}
          </Typography>
          {isShort && <Typography sx={{ fontSize: '1.25rem', fontWeight: 650 }}>{format.list(lacks)}</Typography>}
          {status === 'done' && <Clock />}
        </Stack>
        <Stack sx={{ p: { xs: 5, sm: 6 }, gap: 5 }}>
          <Box>
            <Typography sx={{ fontSize: '1.75rem', fontWeight: 650, lineHeight: 1.2, overflowWrap: 'anywhere' }}>{proof.person}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>{proof.company}</Typography>
          </Box>
          <FactList
            facts={[
              { label: t('direct_access.project.one'), value: proof.project ?? '' },
              { label: t('direct_access.visits.course'), value: nameOf(proof.course_name) },
              { label: t('direct_access.visits.done_at'), value: doneAt ? format.dateTime(doneAt) : '–' },
              { label: t('direct_access.visits.valid_until'), value: until ? format.day(until) : '–' },
            ].filter(({ value }) => value !== '')}
          />
          {proof.checks.length > 1 && <Checks checks={proof.checks} />}
          {proof.erased_on && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('direct_access.proof.erased', { day: format.day(proof.erased_on) ?? '' })}
            </Typography>
          )}
          {status !== 'done' && link && (
            <Button fullWidth size="large" variant="contained" href={link}>
              {t(status === 'expired' ? 'direct_access.enter.again' : 'direct_access.enter.go_on')}
            </Button>
          )}
        </Stack>
      </Paper>
    </Stack>
  )
}

/** A running clock, so that a screenshot of this page is recognised. */
function Clock() {
  const format = useFormat()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Typography aria-hidden sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
      {format.date(now)} {now.toLocaleTimeString('nl-NL')}
    </Typography>
  )
}
