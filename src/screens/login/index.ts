// fetched with the form that needs it
import '../../app/actors/entering.ts';

export { default as Screen } from './login-screen.tsx';
