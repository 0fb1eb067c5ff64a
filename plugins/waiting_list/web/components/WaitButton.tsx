import { Button, Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { can, signedIn } from '#core/contract/access'
import type { CatalogueOffer } from '#plugins/catalogue/contract/index'
import { api } from '#web/api'
import { languageName, useFormat, useT } from '#web/i18n'
import { pageCompany, useAllowed } from '#web/session'
import { pagePath } from '#web/shell'
import { check, CheckInput, Form, FormActions, Icon, SelectInput, TextInput, useAskedClose, useToast } from '#web/ui'

/** The next twelve months, `yyyy-mm`. */
const months = () =>
  Array.from({ length: 12 }, (_, on) => {
    const now = new Date()
    return new Date(Date.UTC(now.getFullYear(), now.getMonth() + on, 1)).toISOString().slice(0, 7)
  })

/** In the popup of a course with an exam: be notified when a seat is free. */
export default function WaitButton({ offer }: { offer: CatalogueOffer }) {
  const t = useT()
  const isKnown = useAllowed(signedIn)
  const isAdmin = useAllowed(can('exams.manage'))
  const [open, setOpen] = useState(false)
  if ((offer.type === 'e-learning' && !offer.moments.length) || isAdmin || !pageCompany()) return null
  return (
    <>
      <Button variant="outlined" fullWidth startIcon={<Icon name="waiting" />} onClick={() => setOpen(true)}>
        {t('waiting_list.join')}
      </Button>
      {open && <Ask offer={offer} signedIn={isKnown} close={() => setOpen(false)} />}
    </>
  )
}

function Ask({ offer, signedIn, close }: { offer: CatalogueOffer; signedIn: boolean; close: () => void }) {
  const t = useT()
  const id = useId()
  const format = useFormat()
  const toast = useToast()
  const company = pageCompany()
  const askedClose = useAskedClose(close)
  // Only where somebody follows it up: the page is there if marketing is on.
  const mayAsk = Boolean(pagePath('marketing.interest'))
  const cities = [...new Set(offer.moments.map(({ city }) => city))]
  return (
    <Dialog open onClose={askedClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('waiting_list.ask.title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{t('waiting_list.ask.text')}</Typography>
        <Form
          part="waiting_list"
          initialValues={{
            name: '',
            email: '',
            city: cities[0] ?? '',
            language: offer.languages[0] ?? '',
            month: months()[0]!,
            contact: false,
          }}
          validate={(values) => [
            !signedIn && check.required(values, 'name'),
            !signedIn && check.email(values, 'email'),
            check.required(values, 'city'),
          ]}
          onSubmit={({ name, email, ...values }) =>
            api.waitingList.places.create({
              body: {
                ...values,
                // For a signed-in person the server knows both.
                name: name || '-',
                email: email || 'signed-in@platform.example',
                course: offer.id,
                lang: document.documentElement.lang as 'nl',
                ...(company && { company }),
              },
            })
          }
          onSuccess={() => {
            toast.success(t(signedIn ? 'waiting_list.ask.done' : 'waiting_list.ask.sent'))
            close()
          }}
        >
          {!signedIn && (
            <>
              <TextInput name="name" label={t('waiting_list.field.name')} required maxLength={200} autoFocus />
              <TextInput
                name="email"
                label={t('waiting_list.field.email')}
                required
                type="email"
                maxLength={254}
                help={t('waiting_list.ask.email_help')}
              />
            </>
          )}
          <TextInput name="city" label={t('waiting_list.field.city')} required maxLength={100} />
          <SelectInput
            name="language"
            label={t('waiting_list.field.language')}
            required
            options={offer.languages.map((value) => ({ value, label: languageName(value) }))}
          />
          <SelectInput
            name="month"
            label={t('waiting_list.field.month')}
            required
            options={months().map((value) => ({ value, label: format.month(value) }))}
          />
          {mayAsk && <CheckInput name="contact" label={t('waiting_list.ask.contact')} />}
          <FormActions submitLabel={t('waiting_list.ask.send')} onCancel={close} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
