import { Box, Stack } from '@mui/material'
import { useState } from 'react'
import { useParams } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { check, ErrorState, Form, FormActions, LoadingState, PageHeader, Section, TextInput } from '#web/ui'
import { Player } from '../components/Player.js'

/** /proctoring/opname/:attempt: a recording for an admin of the platform, who has to give a reason first. */
export default function EvidencePage() {
  const t = useT()
  const { attempt = '' } = useParams()
  const { data, error, isPending, refetch } = useApiQuery(['proctoring', 'evidence', attempt], () =>
    api.proctoring.evidence.show({ params: { attempt } }),
  )
  const [jump] = useState(null)
  if (isPending) return <LoadingState shape="page" count={3} />
  if (error && error.status !== 404)
    return <ErrorState asPage error={error} part="proctoring" title={t('proctoring.evidence.failed')} onRetry={() => void refetch()} />
  const base = `/api/proctoring/evidence/${attempt}`
  if (!data)
    return (
      <>
        <PageHeader title={t('proctoring.evidence.title')} text={t('proctoring.evidence.text')} />
        <Section title={t('proctoring.evidence.why')}>
          <Form<{ reason: string }, unknown>
            part="proctoring"
            initialValues={{ reason: '' }}
            validate={({ reason }) => [check.when(reason.trim().length < 10, 'reason', 'required')]}
            onSubmit={({ reason }) => api.proctoring.evidence.open({ params: { attempt }, body: { reason } })}
            onSuccess={() => void refetch()}
          >
            <TextInput
              name="reason"
              label={t('proctoring.evidence.reason')}
              help={t('proctoring.evidence.reason_help')}
              rows={3}
              maxLength={500}
              required
            />
            <FormActions submitLabel={t('proctoring.evidence.open')} />
          </Form>
        </Section>
      </>
    )
  const evidence = data.data
  return (
    <>
      <PageHeader title={evidence.name} text={`${evidence.course} · ${evidence.quiz}`} />
      <Stack sx={{ gap: 5 }}>
        <Player review={evidence} base={base} jump={jump} onTime={() => {}} />
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, maxWidth: 720 }}>
          {(['id', 'face'] as const).map(
            (photo) =>
              evidence[`has_${photo}_photo`] && (
                <Box
                  key={photo}
                  component="img"
                  src={`${base}/photos/${photo}`}
                  alt={t(`proctoring.photo.${photo}`)}
                  sx={{ width: '100%', borderRadius: 2, border: '1px solid', borderColor: 'divider' }}
                />
              ),
          )}
        </Box>
      </Stack>
    </>
  )
}
