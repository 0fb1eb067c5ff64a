import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, queryClient, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { Form, FormActions, Icon, TextInput, useToast } from '#web/ui'
import type { CatalogueOffer } from '../../contract/index.js'

/** For a participant: go on with it, begin it where that is free, or ask one's supervisor. */
export default function TakeOrAsk({ offer, close }: { offer: CatalogueOffer & { may_take?: boolean }; close: () => void }) {
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
      <Stack direction="row" role="status" sx={{ gap: 2, alignItems: 'center' }}>
        <Icon name="waiting" />
        <Typography>{t('catalogue.asked')}</Typography>
      </Stack>
    )
  if (offer.may_take)
    return (
      <Button
        variant="contained"
        fullWidth
        onClick={() =>
          void api.catalogue.offers
            .take({ params: { id: offer.id } })
            .then(({ data }) => open(data.participation))
            .catch((error: unknown) => toast.error(ofError(error, 'catalogue')))
        }
      >
        {t('catalogue.take')}
      </Button>
    )
  if (!asking)
    return (
      <Button variant="contained" fullWidth onClick={() => setAsking(true)}>
        {t('catalogue.ask')}
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
