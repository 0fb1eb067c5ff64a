import { Button, Stack } from '@mui/material'
import { useState } from 'react'
import { request, useApiMutation, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'
import { LoadingState } from '#web/ui'

/**
 * /lti/ontkoppelen: from the mail about a link, which this page undoes. Opening it changes nothing yet: mail programs open links on their
 * own.
 */
export default function UnlinkPage() {
  const t = useT()
  const [sealed] = useState(() => location.hash.slice(1))
  const [done, setDone] = useState(false)
  const known = useApiQuery(['lti', 'unlinking', sealed], () =>
    request<{ data: { system: string } }>('/api/lti/unlinking', { method: 'POST', body: { sealed } }),
  )
  const undo = useApiMutation(() => request('/api/lti/unlink', { method: 'POST', body: { sealed } }), { onSuccess: () => setDone(true) })
  if (known.error) return <VisitorFrame title={t('lti.unlink.title')} text={t('lti.unlink.over')} />
  if (!known.data) return <LoadingState shape="rows" count={2} />
  const { system } = known.data.data
  if (done) return <VisitorFrame title={t('lti.unlink.done')} text={t('lti.unlink.done_text', { system })} />
  return (
    <VisitorFrame title={t('lti.unlink.title')} text={t('lti.unlink.text', { system })}>
      <Stack sx={{ alignItems: 'center' }}>
        <Button variant="contained" size="large" onClick={() => undo.mutate(undefined)} loading={undo.isPending}>
          {t('lti.unlink.submit')}
        </Button>
      </Stack>
    </VisitorFrame>
  )
}
