import { Box, ButtonBase, Stack, Typography } from '@mui/material'
import type { Review } from '#plugins/proctoring/server/transformers/recording_transformer'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, Icon, Section, TextInput } from '#web/ui'
import { clock } from './clock.js'

interface NotesProps {
  review: Review
  /** Milliseconds since 1970 at which the attempt started. */
  start: number
  /** The player's position, in milliseconds since the start. */
  at: number
  /** Null: there is no film to move. */
  onJump: ((ms: number) => void) | null
  onAdded: () => void
}

/** Events during the attempt and the examiners' notes, by time. A click on a line moves the player there. */
export function Notes({ review, start, at, onJump, onAdded }: NotesProps) {
  const t = useT()
  const lines = [
    ...review.marks.map((mark) => ({
      key: `${mark.kind}${mark.at}`,
      at: mark.at,
      warning: mark.warning,
      text: t(`proctoring.mark.${mark.kind}`),
    })),
    ...review.notes.map((note) => ({
      key: `note${note.id}`,
      at: note.at,
      warning: false,
      text: `${t(note.mine ? 'proctoring.notes.mine' : 'proctoring.notes.other')}: ${note.text}`,
    })),
  ].sort((one, other) => one.at.localeCompare(other.at))
  return (
    <Section title={t('proctoring.notes.title')} {...(onJump && { text: t('proctoring.notes.text') })}>
      <Stack
        component="ul"
        sx={{ listStyle: 'none', p: 0, m: 0, maxHeight: 360, overflowY: 'auto' }}
        tabIndex={0}
        aria-label={t('proctoring.notes.title')}
      >
        {lines.map((line) => (
          <li key={line.key}>
            <ButtonBase
              disabled={!onJump}
              onClick={() => onJump?.(Date.parse(line.at) - start)}
              sx={{
                width: '100%',
                justifyContent: 'flex-start',
                textAlign: 'left',
                gap: 3,
                py: 2,
                px: 2,
                borderRadius: 1,
                font: 'inherit',
                minHeight: 44,
              }}
            >
              <Typography
                component="span"
                variant="body2"
                sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary', minWidth: 44 }}
              >
                {clock(Date.parse(line.at) - start)}
              </Typography>
              <Box component="span" sx={{ flex: 1, overflowWrap: 'anywhere', fontWeight: line.warning ? 600 : 400 }}>
                {line.text}
              </Box>
              {line.warning && <Icon name="warning" sx={{ color: 'warning.main' }} />}
            </ButtonBase>
          </li>
        ))}
      </Stack>
      {review.decided_at === null && (
        <Form<{ text: string }, unknown>
          key={review.notes.length}
          part="proctoring"
          guard={false}
          initialValues={{ text: '' }}
          validate={({ text }) => [check.when(!text.trim(), 'text', 'required')]}
          onSubmit={({ text }) =>
            api.proctoring.notes.create({ params: { attempt: review.attempt }, body: { at: new Date(start + at).toISOString(), text } })
          }
          onSuccess={onAdded}
        >
          <TextInput name="text" label={t('proctoring.notes.label', { time: clock(at) })} rows={2} required />
          <FormActions submitLabel={t('proctoring.notes.add')} secondary />
        </Form>
      )}
    </Section>
  )
}
