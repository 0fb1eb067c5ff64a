import { Button, FormControlLabel, Radio, RadioGroup, Stack, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState, PageHeader, Section, useFocusWhenGone, useToast } from '#web/ui'
import { SCALE } from '../../results.js'
import { SECOND_SCALES } from '../../second.js'
import { useWords } from '../use_words.js'

const KEY = ['evaluations', 'second'] as const
type Open = NonNullable<Awaited<ReturnType<typeof api.evaluations.second.index>>>['data'][number]

/** /evaluatie/later: the second evaluations that this person may answer, about themselves and about the people they supervise. */
export default function LaterPage() {
  const t = useT()
  const noteFocus = useFocusWhenGone()
  const { data, error, isPending, refetch } = useApiQuery([...KEY], () => api.evaluations.second.index({}))
  return (
    <>
      <PageHeader title={t('evaluations.second.title')} text={t('evaluations.second.text')} />
      {isPending && <LoadingState shape="page" count={2} />}
      {error && <ErrorState error={error} part="evaluations" title={t('evaluations.second.failed')} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && (
        <EmptyState icon="feedback" title={t('evaluations.second.none')} text={t('evaluations.second.none_text')} />
      )}
      {/* An answered section is removed together with the focused button. */}
      <Stack sx={{ gap: 5 }} onFocus={noteFocus}>
        {data?.data.map((one) => (
          <Second key={one.id} one={one} />
        ))}
      </Stack>
    </>
  )
}

function Second({ one }: { one: Open }) {
  const t = useT()
  const words = useWords()
  const toast = useToast()
  const [scales, setScales] = useState<Record<string, number>>({})
  const [remark, setRemark] = useState('')
  const remarkId = useId()
  const keys = SECOND_SCALES[one.about]
  const send = useApiMutation(() => api.evaluations.second.answer({ params: { id: one.id }, body: { scales, remark } }), {
    refresh: [[...KEY]],
    onSuccess: () => toast.success(t('evaluations.second.thanks')),
  })
  const title =
    one.about === 'own' ? words(one.course_name) : t('evaluations.second.of', { person: one.person, course: words(one.course_name) })
  return (
    <Section title={title} text={t('evaluations.second.scale')}>
      {keys.map((key) => (
        <Scale
          key={key}
          label={t(`evaluations.second.${one.about}.${key}`, { person: one.person })}
          value={scales[key] ?? null}
          onChange={(value) => setScales((all) => ({ ...all, [key]: value }))}
        />
      ))}
      <Stack sx={{ gap: 1 }}>
        <Typography component="label" htmlFor={remarkId} sx={{ fontWeight: 550 }}>
          {t(`evaluations.second.${one.about}.remark`)} {t('core.form.optional')}
        </Typography>
        <TextField
          id={remarkId}
          multiline
          minRows={2}
          helperText={t('evaluations.second.remark_help')}
          value={remark}
          onChange={(event) => setRemark(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 1000 } }}
        />
      </Stack>
      <Button
        variant="contained"
        disabled={keys.some((key) => scales[key] === undefined)}
        loading={send.isPending}
        onClick={() => send.mutate(undefined)}
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('evaluations.second.send')}
      </Button>
    </Section>
  )
}

function Scale({ label, value, onChange }: { label: string; value: number | null; onChange: (value: number) => void }) {
  const id = useId()
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography id={id} sx={{ fontWeight: 550 }}>
        {label}
      </Typography>
      <RadioGroup row aria-labelledby={id} value={value ?? ''} onChange={(event) => onChange(Number(event.target.value))}>
        {SCALE.map((number) => (
          <FormControlLabel key={number} value={number} control={<Radio />} label={String(number)} />
        ))}
      </RadioGroup>
    </Stack>
  )
}
