(** Names, and the roots they come from. *)
module Names : sig
  type t

  (** All of them, in order. *)
  val all : t -> string list

  val make : multi:bool -> root:string -> t
end = struct
  type t =
    { first : string
    ; others : string list
    }

  let all t = t.first :: t.others

  (* one is enough for most *)
  let make ~multi ~root =
    let others = if multi then [ root ^ "_a"; root ^ "_b" ] else [] in
    { first = root; others }

  let rename t ~from ~into =
    let swap name = if String.equal name from then into else name in
    { first = swap t.first; others = List.map swap t.others }
end

module Table (Key : sig
    type t

    val compare : t -> t -> int
  end) : sig
  val find : Key.t -> (Key.t * 'a) list -> 'a option
end = struct
  let rec find key = function
    | [] -> None
    | (k, v) :: _ when Key.compare k key = 0 -> Some v
    | _ :: rest -> find key rest
end
