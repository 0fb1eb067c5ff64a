import {
  Autocomplete,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormHelperText,
  MenuItem,
  OutlinedInput,
  Radio,
  RadioGroup,
  Select,
  Switch,
  TextField,
} from '@mui/material'
import { useEffect, type ReactNode } from 'react'
import { useT } from '#web/i18n'
import { FieldFrame, useControl, type FieldProps } from './Field.js'
import { useFormState } from './form_context.js'

export interface Option {
  value: string
  label: string
}

interface OptionsProps extends FieldProps {
  options: readonly Option[]
}

const labelIn = (options: readonly Option[]) => (value: unknown) => options.find((option) => option.value === value)?.label ?? String(value)

/** One option of a short list. For more than about ten options: <SearchInput>. */
export function SelectInput({ options, ...field }: OptionsProps) {
  const t = useT()
  const { id, value, setValue, describedBy, invalid } = useControl(field.name, field.help)
  return (
    <FieldFrame {...field} write={labelIn(options)}>
      <Select
        id={`${id}-select`}
        displayEmpty
        value={(value as string | undefined) ?? ''}
        onChange={(event) => setValue(event.target.value)}
        input={<OutlinedInput />}
        SelectDisplayProps={{ id, 'aria-describedby': describedBy, 'aria-invalid': invalid, 'aria-label': field.label }}
      >
        {(!field.required || !value) && <MenuItem value="">{t('core.form.choose')}</MenuItem>}
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.label}
          </MenuItem>
        ))}
      </Select>
    </FieldFrame>
  )
}

/** One of a few options that should all be visible. */
export function RadioInput({ options, ...field }: OptionsProps) {
  const { id, value, setValue, describedBy } = useControl(field.name, field.help)
  return (
    <FieldFrame {...field} write={labelIn(options)} group>
      <RadioGroup value={(value as string | undefined) ?? ''} onChange={(_event, next) => setValue(next)} aria-describedby={describedBy}>
        {options.map((option, index) => (
          <FormControlLabel key={option.value} value={option.value} label={option.label} control={<Radio {...(index === 0 && { id })} />} />
        ))}
      </RadioGroup>
    </FieldFrame>
  )
}

interface SearchInputProps extends OptionsProps {
  /** Any number of options; the value is then a list. */
  multiple?: boolean
  /** Requests options from the server while the person types. */
  onSearch?: (text: string) => void
  loading?: boolean
}

/** One or several options of a long list, found by typing. */
export function SearchInput({ options, multiple = false, onSearch, loading = false, ...field }: SearchInputProps) {
  const t = useT()
  const { id, value, setValue, describedBy, invalid } = useControl(field.name, field.help)
  const find = (wanted: string): Option => options.find((option) => option.value === wanted) ?? { value: wanted, label: wanted }
  const selected = multiple ? ((value as string[] | undefined) ?? []).map(find) : value ? find(value as string) : null
  return (
    <FieldFrame {...field}>
      <Autocomplete<Option, boolean>
        id={id}
        multiple={multiple}
        options={options as Option[]}
        value={selected}
        loading={loading}
        disableCloseOnSelect={multiple}
        getOptionKey={(option) => option.value}
        isOptionEqualToValue={(a, b) => a.value === b.value}
        noOptionsText={t('core.form.no_options')}
        clearText={t('core.form.clear')}
        openText={t('core.form.open_list')}
        closeText={t('core.form.close_list')}
        loadingText={t('core.states.loading')}
        onInputChange={(_event, text, reason) => reason === 'input' && onSearch?.(text)}
        onChange={(_event, next) => setValue(Array.isArray(next) ? next.map((option) => option.value) : (next?.value ?? ''))}
        renderInput={(params) => <TextField {...params} error={invalid} aria-describedby={describedBy} hiddenLabel size="small" />}
      />
    </FieldFrame>
  )
}

interface CheckInputProps extends Omit<FieldProps, 'label'> {
  /** Text, possibly with a link (terms and privacy). */
  label: ReactNode
  /** Names the field in the summary when the label is not plain text. */
  summaryLabel?: string
  /** A switch takes effect at once; a checkbox is sent with the form. */
  look?: 'checkbox' | 'switch'
}

/** Yes or no. */
export function CheckInput({ name, label, summaryLabel, help, required, disabled = false, look = 'checkbox' }: CheckInputProps) {
  const { register, errorOf } = useFormState()
  const { id, value, setValue, describedBy, invalid } = useControl(name, help)
  const error = errorOf(name)
  const plain = summaryLabel ?? (typeof label === 'string' ? label : name)
  useEffect(() => register(name, plain), [register, name, plain])
  const Control = look === 'switch' ? Switch : Checkbox
  return (
    <FormControl error={invalid} disabled={disabled}>
      <FormControlLabel
        label={label}
        control={
          <Control
            id={id}
            checked={Boolean(value)}
            onChange={(_event, checked) => setValue(checked)}
            slotProps={{ input: { 'aria-describedby': describedBy, 'aria-invalid': invalid, 'aria-required': required } }}
          />
        }
      />
      {(error || help) && (
        <FormHelperText id={`${id}-help`} role={error ? 'alert' : undefined} sx={{ ml: look === 'switch' ? 14 : 8 }}>
          {error ?? help}
        </FormHelperText>
      )}
    </FormControl>
  )
}
