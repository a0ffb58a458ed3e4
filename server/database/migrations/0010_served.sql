-- One word for it in the code and here: a clip or an ad was served to a user.
alter table handed rename to served;
-- Server processes of the version before write to the old name until the last of them is replaced.
create view handed as select * from served;

alter index session_told rename to session_with_push;
