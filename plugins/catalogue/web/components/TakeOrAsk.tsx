import { Box, Button } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, ApiError, queryClient, useErrorText } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Form, FormActions, TextInput, ToneChip, useToast } from '#web/ui'
import type { CatalogueOffer } from '../../contract/index.js'

type Own = CatalogueOffer & { may_take?: boolean }

/** For a participant: their past with the course, and what they can do now. */
export default function OwnOffer({ offer, close }: { offer: Own; close: () => void }) {
  const t = useT()
  const format = useFormat()
  return (
    <>
      {offer.passed_at && (
        <Box>
          <ToneChip tone="success" icon="success" label={t('catalogue.passed', { day: format.date(offer.passed_at) })} />
        </Box>
      )}
      <TakeOrAsk offer={offer} close={close} />
    </>
  )
}

/** For a participant: continue the course, start it when it is free, or request it from a supervisor. */
function TakeOrAsk({ offer, close }: { offer: Own; close: () => void }) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const { ofError } = useErrorText()
  const [asking, setAsking] = useState(false)
  const open = (participation: number) => void navigate(`/deelnemer/training/${participation}`)
  if (offer.participation)
    return (
      <Button variant="contained" fullWidth onClick={() => open(offer.participation!)}>
        {t('catalogue.go_on')}
      </Button>
    )
  if (offer.requested)
    return (
      <Box role="status">
        <ToneChip tone="warning" icon="waiting" label={t('catalogue.asked')} />
      </Box>
    )
  if (offer.may_take && !asking)
    return (
      <Button
        variant="contained"
        fullWidth
        onClick={() =>
          void api.catalogue.offers
            .take({ params: { id: offer.id } })
            .then(({ data }) => open(data.participation))
            .catch((error: unknown) => {
              if (!(error instanceof ApiError && error.code === 'contract_limit_reached')) return toast.error(ofError(error, 'catalogue'))
              // A course that a person may not start can be requested.
              toast.warning(t('catalogue.take_full'))
              setAsking(true)
            })
        }
      >
        {t(offer.passed_at ? 'catalogue.take_again' : 'catalogue.take')}
      </Button>
    )
  if (!asking)
    return (
      <Button variant="contained" fullWidth onClick={() => setAsking(true)}>
        {t(offer.passed_at ? 'catalogue.ask_again' : 'catalogue.ask')}
      </Button>
    )
  return (
    <Form
      part="catalogue"
      initialValues={{ message: '' }}
      guard={false}
      onSubmit={(body) => api.catalogue.offers.ask({ params: { id: offer.id }, body })}
      onSuccess={() => {
        toast.success(t('catalogue.ask_sent'))
        void queryClient.invalidateQueries({ queryKey: ['catalogue'] })
        close()
      }}
    >
      <TextInput name="message" label={t('catalogue.ask_why')} rows={3} maxLength={1000} autoFocus />
      <FormActions submitLabel={t('catalogue.ask_send')} onCancel={() => setAsking(false)} />
    </Form>
  )
}
