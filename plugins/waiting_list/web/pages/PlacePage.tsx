import { Button, Paper, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useParams } from 'react-router'
import { nativeName } from '#core/contract/languages'
import { api, queryClient, useApiQuery, useErrorText } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'
import { ErrorState, FactList, LoadingState, StatusChip } from '#web/ui'
import type { PlaceView } from '../../server/transformers/places.js'
import { placeStatuses } from '../../statuses.js'

type Action = 'confirm' | 'accept' | 'decline' | 'leave'

/** /wachtlijst/:token — the link in the mails: confirms the address, answers an offer, leaves the line. */
export default function PlacePage() {
  const t = useT()
  const { token = '' } = useParams()
  const query = useApiQuery(['waiting_list', 'place', token], () => api.waitingList.places.show({ params: { token } }))
  if (query.error)
    return query.error.status === 404 ? (
      <VisitorFrame title={t('waiting_list.place.none')} text={t('waiting_list.place.none_text')} />
    ) : (
      <ErrorState asPage error={query.error} part="waiting_list" onRetry={() => void query.refetch()} />
    )
  if (!query.data) return <LoadingState shape="page" count={2} />
  return <Place token={token} place={query.data.data} />
}

function Place({ token, place }: { token: string; place: PlaceView }) {
  const t = useT()
  const format = useFormat()
  const { ofError } = useErrorText()
  const [busy, setBusy] = useState<Action | null>(null)
  const [problem, setProblem] = useState('')
  const act = (action: Action) => {
    setBusy(action)
    setProblem('')
    void api.waitingList.places
      .answer({ params: { token }, body: { action } })
      .catch((error: unknown) => setProblem(ofError(error as never, 'waiting_list')))
      .finally(() => {
        setBusy(null)
        void queryClient.invalidateQueries({ queryKey: ['waiting_list', 'place', token] })
      })
  }
  const button = (action: Action, main: boolean) => (
    <Button variant={main ? 'contained' : 'outlined'} loading={busy === action} disabled={busy !== null} onClick={() => act(action)}>
      {t(`waiting_list.place.${action}`)}
    </Button>
  )
  return (
    <VisitorFrame
      title={t(`waiting_list.place.title_${place.status}`)}
      text={t(`waiting_list.place.text_${place.status}`, {
        until: place.offer_until ? format.platformTime(place.offer_until) : '',
      })}
    >
      <Paper variant="outlined" sx={{ p: 5 }}>
        <Stack sx={{ gap: 4 }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 3 }}>
            <Typography variant="h2" sx={{ fontSize: '1.125rem' }}>
              {place.course}
            </Typography>
            <StatusChip of={placeStatuses} status={place.status} />
          </Stack>
          <FactList
            facts={[
              { label: t('waiting_list.field.name'), value: place.name },
              ...(place.moment && ['offered', 'accepted'].includes(place.status)
                ? [
                    { label: t('waiting_list.field.moment'), value: format.platformTime(place.moment.starts_at) },
                    {
                      label: t('waiting_list.field.location'),
                      value: [place.moment.location, place.moment.address, place.moment.city].filter(Boolean).join(', '),
                    },
                  ]
                : [
                    { label: t('waiting_list.field.city'), value: place.city },
                    { label: t('waiting_list.field.month'), value: format.month(place.month) },
                  ]),
              { label: t('waiting_list.field.language'), value: nativeName(place.language) },
            ]}
          />
          {problem && (
            <Typography role="alert" sx={{ color: 'error.main' }}>
              {problem}
            </Typography>
          )}
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, '&:empty': { display: 'none' } }}>
            {place.status === 'unconfirmed' && button('confirm', true)}
            {place.status === 'offered' && (
              <>
                {button('accept', true)}
                {button('decline', false)}
              </>
            )}
            {(place.status === 'unconfirmed' || place.status === 'waiting') && button('leave', false)}
          </Stack>
        </Stack>
      </Paper>
    </VisitorFrame>
  )
}
