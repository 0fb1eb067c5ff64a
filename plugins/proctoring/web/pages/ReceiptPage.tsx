import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useParams } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'
import { downloadFile, ErrorState, FactList, LoadingState } from '#web/ui'

/** /ontvangstbewijs/:token: what was handed in and when, signed by the platform. Anybody with the address can open it. */
export default function ReceiptPage() {
  const t = useT()
  return (
    <VisitorFrame title={t('proctoring.receipt.title')}>
      <Receipt />
    </VisitorFrame>
  )
}

interface ReceiptFacts {
  provider: string
  course: string
  quiz: string
  attempt: number
  started_at: string
  submitted_at: string
  answers_sha256: string
  pieces: string[]
}

function Receipt() {
  const t = useT()
  const format = useFormat()
  const { token = '' } = useParams()
  const { data, error, refetch } = useApiQuery(['proctoring', 'receipt', token], () => api.proctoring.receipts.show({ params: { token } }))
  if (error) return <ErrorState error={error} part="proctoring" title={t('proctoring.receipt.none')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="cards" count={1} />
  const { valid, text, signature } = data.data
  const facts = data.data.facts as unknown as ReceiptFacts
  const save = () =>
    downloadFile(
      `ontvangstbewijs-${facts.attempt}.json`,
      new Blob([JSON.stringify({ text, signature }, null, 2)], { type: 'application/json' }),
    )
  return (
    <Stack sx={{ gap: 5 }}>
      <Typography sx={{ color: 'text.secondary', textAlign: 'center' }}>{t('proctoring.receipt.text')}</Typography>
      <Alert severity={valid ? 'success' : 'error'}>{t(valid ? 'proctoring.receipt.valid' : 'proctoring.receipt.invalid')}</Alert>
      <FactList
        facts={[
          { label: t('proctoring.receipt.course'), value: facts.course },
          { label: t('proctoring.receipt.quiz'), value: facts.quiz },
          { label: t('proctoring.receipt.provider'), value: facts.provider },
          { label: t('proctoring.receipt.started'), value: format.dateTime(facts.started_at) },
          { label: t('proctoring.receipt.submitted'), value: format.dateTime(facts.submitted_at) },
          { label: t('proctoring.receipt.pieces'), value: String(facts.pieces.length) },
          { label: t('proctoring.receipt.answers'), value: <code>{facts.answers_sha256}</code> },
        ]}
      />
      <Box>
        <Button variant="outlined" onClick={save}>
          {t('proctoring.receipt.download')}
        </Button>
      </Box>
    </Stack>
  )
}
