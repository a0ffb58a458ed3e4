export interface LoginForm {
  username: string;
  password: string;
  keep: boolean;
  /** what a passkey has signed: nothing else is needed then */
  passkey?: string;
}

export interface RegisterForm extends LoginForm {
  email: string;
  confirmation: string;
  inviteCode: string;
  /** what is agreed to, as the server names it, and the least age; not given: the server does not ask */
  agreed?: string;
  age?: number;
}

/** What is wrong with a field before anything is sent. */
export type FormProblem =
  | 'nameRequired'
  | 'usernameRequired'
  | 'emailRequired'
  | 'passwordRequired'
  | 'passwordsDoNotMatch';
export type FormProblems = Partial<Record<keyof RegisterForm, FormProblem>>;

/** Spec section 5: what must be filled in before anything is sent. */
export function problemsOfForm(form: LoginForm | RegisterForm): FormProblems {
  const problems: FormProblems = {};
  if (form.passkey) return problems;
  // whoever logs in may give the email in its place
  const missing = 'email' in form ? 'usernameRequired' : 'nameRequired';
  if (form.username.trim() === '') problems.username = missing;
  if (form.password === '') problems.password = 'passwordRequired';
  if (!('email' in form)) return problems;
  if (form.email.trim() === '') problems.email = 'emailRequired';
  if (form.password !== form.confirmation) problems.confirmation = 'passwordsDoNotMatch';
  return problems;
}
