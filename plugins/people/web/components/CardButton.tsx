import { Box, Button, Dialog, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { api, type ApiError, queryClient, useApiMutation, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { Icon, QrCode, useConfirm, useToast } from '#web/ui'
import type { Card, CreatedCards } from '../../server/services/cards.js'
import type { ParticipantDetail } from '../../server/transformers/participant_transformer.js'
import { saveCards } from './save_cards.js'

/** Issues a new code to one person and shows their card. */
export function useCard(id: number): { mutation: { mutate: (nothing: undefined) => void; isPending: boolean }; dialog: ReactNode } {
  const t = useT()
  const toast = useToast()
  const { ofError } = useErrorText()
  const [made, show] = useState<CreatedCards | null>(null)
  const mutation = useApiMutation((_: undefined) => api.people.numbers.cards({ body: { ids: [id], again: true } }), {
    onError: (error: ApiError) => toast.error(ofError(error, 'people')),
    onSuccess: ({ data }) => {
      void queryClient.invalidateQueries({ queryKey: ['people'] })
      if (data.cards.length) return show(data)
      toast.error(t(`people.errors.${data.skipped[0]?.code ?? 'not_found'}`))
    },
  })
  const card = made?.cards[0]
  return { mutation, dialog: made && card ? <CardDialog card={card} made={made} onClose={() => show(null)} /> : null }
}

/** In the panel: the card of a person without an e-mail address. */
export function CardButton({ person }: { person: ParticipantDetail }) {
  const t = useT()
  const confirm = useConfirm()
  const { mutation, dialog } = useCard(person.id)
  const ask = async () => {
    const question = { title: t('people.card.again'), text: t('people.card.again_text'), confirmLabel: t('people.card.again') }
    if (!person.code || (await confirm(question))) mutation.mutate(undefined)
  }
  return (
    <Box sx={{ mt: 4 }}>
      <Button variant="outlined" startIcon={<Icon name="download" />} loading={mutation.isPending} onClick={() => void ask()}>
        {t(person.code ? 'people.card.again' : 'people.card.make')}
      </Button>
      {dialog}
    </Box>
  )
}

function CardDialog({ card, made, onClose }: { card: Card; made: CreatedCards; onClose: () => void }) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('people.card.of', { name: card.name })}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <Typography sx={{ color: 'text.secondary' }}>{t('people.card.once')}</Typography>
          <Box sx={{ display: 'grid', justifyItems: 'center' }}>
            <QrCode qr={card.qr} label={t('people.card.qr')} width="min(200px, 60vw)" />
          </Box>
          <Box
            component="dl"
            sx={{
              m: 0,
              display: 'grid',
              gridTemplateColumns: 'auto 1fr',
              columnGap: 4,
              rowGap: 1,
              '& dd': { m: 0, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' },
            }}
          >
            <dt>{t('people.card.number')}</dt>
            <dd>{card.number}</dd>
            <dt>{t('people.card.code')}</dt>
            <dd>{card.code}</dd>
          </Box>
          <Stack direction="row" sx={{ gap: 2, justifyContent: 'flex-end', flexWrap: 'wrap' }}>
            <Button color="inherit" onClick={onClose}>
              {t('core.actions.close')}
            </Button>
            <Button variant="contained" startIcon={<Icon name="download" />} onClick={() => saveCards(made)}>
              {t('people.card.print')}
            </Button>
          </Stack>
        </Stack>
      </DialogContent>
    </Dialog>
  )
}
