import { Box } from '@mui/material'
import { useT } from '#web/i18n'
import { useFormState } from './form_context.js'
import { TextInput } from './TextInput.js'

interface NameInputsProps {
  /** Prefix of the field names, for a form with several people. */
  prefix?: string
  autoFocus?: boolean
  /** One below the other, for a narrow form. */
  stacked?: boolean
  /** The signed-in person's own name, which the browser may fill in. */
  own?: boolean
}

/** First name, infix and last name. One name is enough: when either is filled in, the other may be empty. */
export function NameInputs({ prefix = '', autoFocus = false, stacked = false, own = false }: NameInputsProps) {
  const t = useT()
  const { valueOf } = useFormState()
  const isEmpty = (name: string) => !((valueOf(prefix + name) as string | undefined) ?? '').trim()
  const isNeeded = (name: string, other: string) => isEmpty(other) || !isEmpty(name)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridColumn: '1 / -1',
        alignItems: 'end',
        ...(!stacked && { gridTemplateColumns: { sm: '3fr 2fr 3fr' } }),
      }}
    >
      <TextInput
        name={`${prefix}firstname`}
        label={t('core.form.firstname')}
        {...(own && { autoComplete: 'given-name' })}
        maxLength={100}
        required={isNeeded('firstname', 'lastname')}
        autoFocus={autoFocus}
      />
      <TextInput name={`${prefix}infix`} label={t('core.form.infix')} maxLength={100} placeholder={t('core.form.infix_example')} />
      <TextInput
        name={`${prefix}lastname`}
        label={t('core.form.lastname')}
        {...(own && { autoComplete: 'family-name' })}
        maxLength={100}
        required={isNeeded('lastname', 'firstname')}
      />
    </Box>
  )
}
