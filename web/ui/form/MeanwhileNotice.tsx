import { Alert, AlertTitle, Box, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material'
import { useEffect, useRef } from 'react'
import { useFormat, useT } from '#web/i18n'
import { useFormState, type KnownField } from './form_context.js'
import { isSame, type Difference } from './values.js'

/** The changes that somebody else saved while this form was open. */
export interface Meanwhile {
  by: string | null
  /** ISO 8601. */
  at: string | null
  /** Fields that both people changed. */
  differences: readonly Difference[]
}

interface MeanwhileNoticeProps {
  meanwhile: Meanwhile
  fields: ReadonlyMap<string, KnownField>
}

/** Says who saved first and when, and lets the person choose field by field, side by side. Their own value stays selected until then. */
export function MeanwhileNotice({ meanwhile: { by, at, differences }, fields }: MeanwhileNoticeProps) {
  const t = useT()
  const format = useFormat()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Recent browsers return a promise, which an effect must not return.
    void notice.current?.scrollIntoView({ block: 'nearest' })
  }, [differences])
  const who = by ?? t('core.form.somebody')
  const title = at ? t('core.form.meanwhile_at', { who, when: format.dateTime(at) }) : t('core.form.meanwhile', { who })
  return (
    <Alert severity="warning" role="alert" ref={notice} sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle>{title}</AlertTitle>
      {t(differences.length ? 'core.form.meanwhile_text' : 'core.form.meanwhile_none')}
      {differences.map((difference) => (
        <Choice key={difference.path} difference={difference} field={fields.get(difference.path)} who={who} />
      ))}
      {differences.length > 0 && <Box sx={{ mt: 3 }}>{t('core.form.meanwhile_save')}</Box>}
    </Alert>
  )
}

function Choice({ difference, field, who }: { difference: Difference; field: KnownField | undefined; who: string }) {
  const t = useT()
  const { valueOf, setValue } = useFormState()
  const { path, mine, theirs } = difference
  const write = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'core.form.yes' : 'core.form.no')
    if (value === null || value === undefined || value === '') return t('core.form.empty')
    if (field?.write) return field.write(value)
    return Array.isArray(value) ? value.map(write).join(', ') : String(value as string | number)
  }
  const chosen = isSame(valueOf(path), theirs) ? 'theirs' : 'mine'
  const label = field?.label ?? path
  return (
    <Box component="fieldset" sx={{ m: 0, mt: 3, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" sx={{ fontWeight: 650, p: 0 }}>
        {label}
      </Typography>
      <RadioGroup
        value={chosen}
        onChange={(_event, side) => setValue(path, side === 'theirs' ? theirs : mine)}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 4 }}
      >
        {(['mine', 'theirs'] as const).map((side) => (
          <FormControlLabel
            key={side}
            value={side}
            control={<Radio size="small" />}
            sx={{ alignItems: 'flex-start', mr: 0, minWidth: 0 }}
            label={
              <Box sx={{ pt: '9px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <Box component="span" sx={{ display: 'block', fontSize: '0.8125rem' }}>
                  {side === 'mine' ? t('core.form.yours') : t('core.form.theirs', { who })}
                </Box>
                <strong>{write(side === 'mine' ? mine : theirs)}</strong>
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </Box>
  )
}
