import { Alert, Button, Paper } from '@mui/material'
import { useParams } from 'react-router'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'
import { EmptyState, ErrorState, LoadingState } from '#web/ui'

/**
 * /afmelden/{token}: the target of the unsubscribe link in a campaign's mail. Only the button unsubscribes: mail scanners open every link.
 */
export default function UnsubscribePage() {
  const t = useT()
  const { token = '' } = useParams()
  const { data, error, refetch } = useApiQuery(['marketing', 'unsubscribe', token], () =>
    api.marketing.unsubscribe.show({ params: { token } }),
  )
  const stop = useApiMutation(() => api.marketing.unsubscribe.create({ params: { token } }), {})
  if (error?.code === 'not_found')
    return <EmptyState asPage icon="link" title={t('marketing.unsubscribe.unknown')} text={t('marketing.unsubscribe.unknown_text')} />
  if (error) return <ErrorState asPage error={error} part="marketing" onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="page" count={1} />
  return (
    <VisitorFrame title={t('marketing.unsubscribe.title')} text={stop.isSuccess ? '' : t('marketing.unsubscribe.text')}>
      <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        {stop.isSuccess ? (
          <Alert severity="success">{t('marketing.unsubscribe.done')}</Alert>
        ) : (
          <Button variant="contained" size="large" fullWidth loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
            {t('marketing.unsubscribe.do')}
          </Button>
        )}
      </Paper>
    </VisitorFrame>
  )
}
