import { Alert, Dialog, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { CheckInput, Form, FormActions } from '#web/ui'
import type { CreatedCards } from '../../server/services/cards.js'
import { saveCards } from './save_cards.js'

interface CardsDialogProps {
  count: number
  /** The chosen people, in the server's format. */
  meant: object
  /** @param made whether cards were made */
  onClose: (made: boolean) => void
}

/** Cards for all chosen people without an e-mail address, as one PDF. */
export default function CardsDialog({ count, meant, onClose }: CardsDialogProps) {
  const t = useT()
  const id = useId()
  const [made, setMade] = useState<CreatedCards | null>(null)
  return (
    <Dialog open onClose={() => onClose(made !== null)} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('people.card.many')}</DialogTitle>
      <DialogContent>
        {made ? (
          <Stack sx={{ gap: 3 }}>
            <Alert severity={made.cards.length ? 'success' : 'warning'}>{t('people.card.made', { count: made.cards.length })}</Alert>
            {made.skipped.map(({ code, count: people }) => (
              <Typography key={code}>{t('people.card.skipped', { count: people, reason: t(`people.card.reason.${code}`) })}</Typography>
            ))}
            <Form initialValues={{}} guard={false} onSubmit={async () => onClose(true)}>
              <FormActions submitLabel={t('core.actions.close')} />
            </Form>
          </Stack>
        ) : (
          <Form<{ again: boolean }, { data: CreatedCards }>
            part="people"
            guard={false}
            initialValues={{ again: false }}
            onSubmit={({ again }) => api.people.numbers.cards({ body: { ...meant, again } })}
            onSuccess={({ data }) => {
              void queryClient.invalidateQueries({ queryKey: ['people'] })
              saveCards(data)
              setMade(data)
            }}
          >
            <Typography sx={{ color: 'text.secondary' }}>{t('people.card.many_text', { count })}</Typography>
            <CheckInput name="again" label={t('people.card.also')} help={t('people.card.also_help')} />
            <FormActions submitLabel={t('people.card.print')} onCancel={() => onClose(false)} />
          </Form>
        )}
      </DialogContent>
    </Dialog>
  )
}
